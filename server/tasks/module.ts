import { and, eq, or } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { tasks as calls } from '#shared/tasks/contract.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { inviteAccepted } from '../companies/ports.ts'
import { findCompany } from '../companies/queries.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { formArchived } from '../forms/ports.ts'
import { permitted } from '../lib/context.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { on } from '../lib/ports.ts'
import type { Module } from '../module.ts'
import { createTask, taskAssigned } from './assign.ts'
import { askForGuideReviews, openFirstTasks } from './automaticTasks.ts'
import { companyCalendar, ownCalendar } from './calendar/calendar.ts'
import { completeSentTask, noteSeen, proofFileKind, skipSentTask } from './complete.ts'
import { correctSentTask } from './effect.ts'
import { archiveTask, openTasksOfForm, releaseTasksOfForm, removeTask, setSeries } from './endSeries.ts'
import { eraseArchivedTasks, followSeries, taskOverdue } from './jobs.ts'
import { accessTask, findTask, listTasks, presentTask } from './queries.ts'
import { boardOf, reassignOccurrences, remindPeople, taskReminder } from './reassign.ts'
import { previewOf } from './recurrence/recurrence.ts'
import { reopenSentTask } from './reopen.ts'
import { countNewSentTasks, listCompanySentTasks, listOwnSentTasks } from './sentTaskListQueries.ts'
import { accessSentTask, presentSentTask } from './sentTaskQueries.ts'
import { sheetPdfSource, workSheet } from './sheet/sheet.ts'
import { sentTaskPhotos, sentTasks, taskIsolation, tasks } from './table.ts'
import { updateTask } from './update.ts'

export const getTasks: Handler<typeof calls.list> = (query, ctx) => listTasks(ctx, query)

export const assignTask: Handler<typeof calls.create> = (draft, ctx) => createTask(ctx, draft)

export const getTask: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentTask(await findTask(ctx.db, (await accessTask(ctx, id, 'read')).id))

export const changeTask: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) =>
  updateTask(ctx, await accessTask(ctx, id, 'update'), changes)

export const deleteTask: Handler<typeof calls.remove> = async ({ id, ...scope }, ctx) =>
  removeTask(ctx, await accessTask(ctx, id, 'delete'), scope)

export const restoreTask: Handler<typeof calls.restore> = async ({ id }, ctx) =>
  archiveTask(ctx, await accessTask(ctx, id, 'delete'), null)

export const previewRecurrence: Handler<typeof calls.preview> = async repeating => previewOf(repeating)

export const pauseSeries: Handler<typeof calls.pause> = async ({ id }, ctx) =>
  setSeries(ctx, await accessTask(ctx, id, 'update'), 'pause')

export const resumeSeries: Handler<typeof calls.resume> = async ({ id }, ctx) =>
  setSeries(ctx, await accessTask(ctx, id, 'update'), 'resume')

export const endSeries: Handler<typeof calls.end> = async ({ id }, ctx) =>
  setSeries(ctx, await accessTask(ctx, id, 'update'), 'end')

export const completeTask: Handler<typeof calls.completeSent> = async ({ id, ...input }, ctx) =>
  completeSentTask(ctx, await accessSentTask(ctx, id, 'complete'), input)

export const skipTask: Handler<typeof calls.skipSent> = async ({ id, ...input }, ctx) =>
  skipSentTask(ctx, await accessSentTask(ctx, id, 'skip'), input)

export const reopenTask: Handler<typeof calls.reopenSent> = async ({ id }, ctx) =>
  reopenSentTask(ctx, await accessSentTask(ctx, id, 'complete'))

export const changeCorrection: Handler<typeof calls.correct> = async ({ id, ...said }, ctx) =>
  correctSentTask(ctx, await accessSentTask(ctx, id, 'complete'), said)

export const getOwnCalendar: Handler<typeof calls.calendar> = (range, ctx) => ownCalendar(ctx, range)

export const getCompanyCalendar: Handler<typeof calls.companyCalendar> = (range, ctx) => companyCalendar(ctx, range)

export const getWorkSheet: Handler<typeof calls.sheet> = (wanted, ctx) => workSheet(ctx, wanted)

export const countNewTasks: Handler<typeof calls.newCount> = async ({ companyId }, ctx) => {
  if (companyId !== ctx.actor.companyId) throw new Problem('not_found')
  return { count: await countNewSentTasks(ctx.db, companyId, ctx.actor.id) }
}

export const getBoard: Handler<typeof calls.board> = async ({ id }, ctx) =>
  boardOf(ctx, permitted(ctx, 'read', 'Company', await findCompany(ctx.db, id)).id)

export const reassignTasks: Handler<typeof calls.give> = (input, ctx) => reassignOccurrences(ctx, input)

export const remindOfTasks: Handler<typeof calls.remind> = (input, ctx) => remindPeople(ctx, input)

export const getCompanySentTasks: Handler<typeof calls.company> = async ({ id, userId, ...query }, ctx) => {
  const company = permitted(ctx, 'read', 'Company', await findCompany(ctx.db, id))
  return listCompanySentTasks(ctx, company.id, userId, query)
}

/** Lists the own occurrences of tasks. */
export const getOwnSentTasks: Handler<typeof calls.sent> = async (query, ctx) => {
  const page = await listOwnSentTasks(ctx, query)
  noteSeen(ctx, page.data)
  return page
}

/** Returns an occurrence of a task. */
export const getSentTask: Handler<typeof calls.getSent> = async ({ id }, ctx) => {
  const sent = presentSentTask(await accessSentTask(ctx, id, 'read'))
  noteSeen(ctx, [sent])
  return sent
}

const taskRoutes = routes(calls, {
  list: getTasks,
  create: assignTask,
  get: getTask,
  update: changeTask,
  remove: deleteTask,
  restore: restoreTask,
  preview: previewRecurrence,
  pause: pauseSeries,
  resume: resumeSeries,
  end: endSeries,
  sent: getOwnSentTasks,
  getSent: getSentTask,
  completeSent: completeTask,
  skipSent: skipTask,
  reopenSent: reopenTask,
  correct: changeCorrection,
  calendar: getOwnCalendar,
  companyCalendar: getCompanyCalendar,
  sheet: getWorkSheet,
  newCount: countNewTasks,
  board: getBoard,
  give: reassignTasks,
  remind: remindOfTasks,
  company: getCompanySentTasks,
})

const taskListeners = [on(inviteAccepted, openFirstTasks), on(formArchived, releaseTasksOfForm)]

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

export const tasksModule: Module = {
  isolation: taskIsolation,
  routes: taskRoutes,
  incremental: [
    {
      ...{ call: calls.list, table: tasks, follows: [animals, animalGroups] },
      given: { table: sentTasks, to: sentTasks.userId },
    },
    { call: calls.sent, table: sentTasks, follows: [animals, animalGroups] },
    { call: calls.company, table: sentTasks, follows: [animals, animalGroups] },
  ],
  jobs: [eraseArchivedTasks, followSeries, askForGuideReviews],
  queryProviders: [pdfSourceOf.providedBy(sheetPdfSource), openTasksOfForm],
  listeners: taskListeners,
  fileOwners: proofFiles,
  notifications: [taskAssigned as never, taskOverdue as never, taskReminder as never],
}
