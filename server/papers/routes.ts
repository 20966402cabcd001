import { papers as calls } from '#shared/papers/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { addPaper, changePaper, putAway } from './commands.ts'
import { listPapers, shownPaper } from './queries.ts'

export const paperRoutes = routes(calls, {
  list: async (query, ctx) => listPapers(ctx, query),
  create: async (draft, ctx) => shownPaper(ctx, (await addPaper(ctx, draft)).id),
  update: async ({ id, ...changes }, ctx) => {
    await changePaper(ctx, id, changes)
    return shownPaper(ctx, id)
  },
  remove: async ({ id }, ctx) => {
    await putAway(ctx, id, ctx.now)
    return null
  },
  restore: async ({ id }, ctx) => {
    await putAway(ctx, id, null)
    return shownPaper(ctx, id)
  },
})
