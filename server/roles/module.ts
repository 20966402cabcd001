import type { Module } from '../lib/module.ts'
import { eraseArchivedRoles } from './jobs.ts'
import { roleRoutes } from './routes.ts'

export const roles: Module = { routes: roleRoutes, jobs: [eraseArchivedRoles] }
