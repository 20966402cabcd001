import type { Module } from '../lib/module.ts'
import { forgetAudit } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export const auditModule: Module = { routes: auditRoutes, jobs: [forgetAudit] }
