import type { Module } from '../lib/module.ts'
import { userChannels } from './channels.ts'
import { eraseArchivedUsers } from './jobs.ts'
import { userRoutes } from './routes.ts'

export const users: Module = { routes: userRoutes, jobs: [eraseArchivedUsers], channels: userChannels }
