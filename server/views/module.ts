import type { Module } from '../lib/module.ts'
import { eraseArchivedViews } from './jobs.ts'
import { viewRoutes } from './routes.ts'

export const viewsModule: Module = { routes: viewRoutes, jobs: [eraseArchivedViews] }
