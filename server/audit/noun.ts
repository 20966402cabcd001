import type { Noun } from '../lib/noun.ts'
import { forgetAudit } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export const audit: Noun = { routes: auditRoutes, jobs: [forgetAudit] }
