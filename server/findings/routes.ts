import { findings } from '#shared/findings/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { reopenFinding, settleFinding } from './commands.ts'
import { accessFinding, listFindings } from './queries.ts'

export const findingRoutes = routes(findings, {
  list: (query, ctx) => listFindings(ctx, query),
  settle: async ({ id, reason }, ctx) => settleFinding(ctx, await accessFinding(ctx, id, 'update'), reason),
  reopen: async ({ id }, ctx) => reopenFinding(ctx, await accessFinding(ctx, id, 'update')),
})
