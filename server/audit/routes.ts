import { auditLog } from '#shared/audit/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { listAudit } from './queries.ts'

export const auditRoutes = routes(auditLog, { list: (query, ctx) => listAudit(ctx, query) })
