import { and, eq, or } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { tasks as calls } from '#shared/tasks/contract.ts'
import { inviteAccepted } from '../companies/ports.ts'
import { findCompany } from '../companies/queries.ts'
import { paperOf } from '../documents/ports.ts'
import { formArchived } from '../forms/ports.ts'
import { on } from '../lib/events.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { createTask, taskAssigned } from './assign.ts'
import { askForGuideReviews, openFirstTasks } from './automaticTasks.ts'
import { companyCalendar, ownCalendar } from './calendar/calendar.ts'
import { completeSentTask, markSeen, proofFileKind, skipSentTask } from './complete.ts'
import { correctTask } from './effect.ts'
import { archiveTask, openTasksOfForm, removeTask, setSeries, settleTasksOfForm } from './endSeries.ts'
import { eraseArchivedTasks, followSeries, taskOverdue } from './jobs.ts'
import { presentSentTask, presentTask } from './present.ts'
import { accessTask, findTask, listTasks } from './queries.ts'
import { boardOf, giveToOther } from './reassign.ts'
import { previewOf } from './recurrence/recurrence.ts'
import { reopenSentTask } from './reopen.ts'
import { accessSentTask, countNewSentTasks, listCompanySentTasks, listOwnSentTasks } from './sentTaskQueries.ts'
import { paperOfSheet, workSheet } from './sheet/sheet.ts'
import { sentTaskPhotos, sentTasks } from './table.ts'
import { updateTask } from './update.ts'

const taskRoutes = routes(calls, {
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

const taskListeners = [on(inviteAccepted, openFirstTasks), on(formArchived, settleTasksOfForm)]

/** Lets everybody who sees the occurrence, or one that ended with it, see the photos of its proof. */
const proofFiles: FileOwners = {
  [proofFileKind]: async ({ db, ability }, { companyId, id }) => {
    const isOfIt = or(
      eq(sentTasks.id, sentTaskPhotos.sentTaskId),
      eq(sentTasks.completedVia, sentTaskPhotos.sentTaskId),
    )
    const rows = await db
      .select({ sent: sentTasks })
      .from(sentTaskPhotos)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, sentTaskPhotos.companyId), isOfIt))
      .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.fileId, id)))
    return rows.some(({ sent }) => allows(ability, 'read', 'SentTask', sent))
  },
}

export const tasks: Module = {
  routes: taskRoutes,
  jobs: [eraseArchivedTasks, followSeries, askForGuideReviews],
  queryProviders: [paperOf.providedBy(paperOfSheet), openTasksOfForm],
  listeners: taskListeners,
  fileOwners: proofFiles,
  notices: [taskAssigned as never, taskOverdue as never],
}
