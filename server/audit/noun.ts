import type { Module } from '../lib/noun.ts'
import { forgetAudit } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export const audit: Module = { routes: auditRoutes, jobs: [forgetAudit] }
