import type { Module } from '../lib/module.ts'
import { forgetLinks } from './commands.ts'
import { actionRoutes } from './routes.ts'

export const actionsModule: Module = { routes: actionRoutes, jobs: [forgetLinks] }
