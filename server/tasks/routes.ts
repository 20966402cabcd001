import { Problem } from '#shared/lib/problem.ts'
import { tasks as calls } from '#shared/tasks/contract.ts'
import { findCompany } from '../companies/queries.ts'
import { permitted } from '../lib/accessible.ts'
import { routes } from '../lib/routes.ts'
import { archiveTask, completeSentTask, createTask, markSeen, skipSentTask, updateTask } from './commands.ts'
import { presentSentTask, presentTask } from './present.ts'
import { accessSentTask, countNewSentTasks, listCompanySentTasks, listOwnSentTasks } from './queries.ts'
import { accessTask, findTask, listTasks } from './series.ts'

export const taskRoutes = routes(calls, {
  list: (query, ctx) => listTasks(ctx, query),
  create: (draft, ctx) => createTask(ctx, draft),
  get: async ({ id }, ctx) => presentTask(await findTask(ctx.db, (await accessTask(ctx, id, 'read')).id)),
  update: async ({ id, ...changes }, ctx) => updateTask(ctx, await accessTask(ctx, id, 'update'), changes),
  remove: async ({ id }, ctx) => {
    await archiveTask(ctx, await accessTask(ctx, id, 'delete'), ctx.now)
    return null
  },
  restore: async ({ id }, ctx) => archiveTask(ctx, await accessTask(ctx, id, 'delete'), null),

  sent: async (query, ctx) => {
    const page = await listOwnSentTasks(ctx, query)
    await markSeen(ctx, page.data)
    return page
  },
  getSent: async ({ id }, ctx) => {
    const sent = presentSentTask(await accessSentTask(ctx, id, 'read'))
    await markSeen(ctx, [sent])
    return sent
  },
  completeSent: async ({ id, ...input }, ctx) =>
    completeSentTask(ctx, await accessSentTask(ctx, id, 'complete'), input),
  skipSent: async ({ id, ...input }, ctx) => skipSentTask(ctx, await accessSentTask(ctx, id, 'skip'), input),
  newCount: async ({ companyId }, ctx) => {
    if (companyId !== ctx.actor.companyId) throw new Problem('not_found')
    return { count: await countNewSentTasks(ctx.db, companyId, ctx.actor.id) }
  },
  company: async ({ id, userId, ...query }, ctx) => {
    const company = permitted(ctx, 'read', 'Company', await findCompany(ctx.db, id))
    return listCompanySentTasks(ctx, company.id, userId, query)
  },
})
