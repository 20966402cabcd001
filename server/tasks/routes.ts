import { Problem } from '#shared/lib/problem.ts'
import { tasks as calls } from '#shared/tasks/contract.ts'
import { findCompany } from '../companies/queries.ts'
import { routes } from '../lib/http/routes.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { companyCalendar, ownCalendar } from './calendar/calendar.ts'
import { updateTask } from './changing.ts'
import { archiveTask, createTask } from './commands.ts'
import { correctTask } from './effect/correction.ts'
import { completeSentTask, markSeen, reopenSentTask, skipSentTask } from './ends.ts'
import { presentSentTask, presentTask } from './present.ts'
import { accessSentTask, countNewSentTasks, listCompanySentTasks, listOwnSentTasks } from './queries.ts'
import { boardOf, giveToOther } from './reassigning.ts'
import { previewOf } from './recurrence/recurrence.ts'
import { accessTask, findTask, listTasks } from './recurrence/series.ts'
import { workSheet } from './sheet/sheet.ts'
import { removeTask, setSeries } from './stopping.ts'

export const taskRoutes = routes(calls, {
  list: (query, ctx) => listTasks(ctx, query),
  create: (draft, ctx) => createTask(ctx, draft),
  get: async ({ id }, ctx) => presentTask(await findTask(ctx.db, (await accessTask(ctx, id, 'read')).id)),
  update: async ({ id, ...changes }, ctx) => updateTask(ctx, await accessTask(ctx, id, 'update'), changes),
  remove: async ({ id, ...scope }, ctx) => removeTask(ctx, await accessTask(ctx, id, 'delete'), scope),
  restore: async ({ id }, ctx) => archiveTask(ctx, await accessTask(ctx, id, 'delete'), null),
  preview: async repeating => previewOf(repeating),
  pause: async ({ id }, ctx) => setSeries(ctx, await accessTask(ctx, id, 'update'), 'pause'),
  resume: async ({ id }, ctx) => setSeries(ctx, await accessTask(ctx, id, 'update'), 'resume'),
  end: async ({ id }, ctx) => setSeries(ctx, await accessTask(ctx, id, 'update'), 'end'),

  sent: async (query, ctx) => {
    const page = await listOwnSentTasks(ctx, query)
    ctx.afterReading.push(own => markSeen(own, page.data))
    return page
  },
  getSent: async ({ id }, ctx) => {
    const sent = presentSentTask(await accessSentTask(ctx, id, 'read'))
    ctx.afterReading.push(own => markSeen(own, [sent]))
    return sent
  },
  completeSent: async ({ id, ...input }, ctx) =>
    completeSentTask(ctx, await accessSentTask(ctx, id, 'complete'), input),
  skipSent: async ({ id, ...input }, ctx) => skipSentTask(ctx, await accessSentTask(ctx, id, 'skip'), input),
  reopenSent: async ({ id }, ctx) => reopenSentTask(ctx, await accessSentTask(ctx, id, 'complete')),
  correct: async ({ id, ...said }, ctx) => correctTask(ctx, await accessSentTask(ctx, id, 'complete'), said),
  calendar: (range, ctx) => ownCalendar(ctx, range),
  companyCalendar: (range, ctx) => companyCalendar(ctx, range),
  sheet: (wanted, ctx) => workSheet(ctx, wanted),
  newCount: async ({ companyId }, ctx) => {
    if (companyId !== ctx.actor.companyId) throw new Problem('not_found')
    return { count: await countNewSentTasks(ctx.db, companyId, ctx.actor.id) }
  },
  board: async ({ id }, ctx) => boardOf(ctx, permitted(ctx, 'read', 'Company', await findCompany(ctx.db, id)).id),
  give: (input, ctx) => giveToOther(ctx, input),
  company: async ({ id, userId, ...query }, ctx) => {
    const company = permitted(ctx, 'read', 'Company', await findCompany(ctx.db, id))
    return listCompanySentTasks(ctx, company.id, userId, query)
  },
})
