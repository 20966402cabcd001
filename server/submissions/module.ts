import { and, eq } from 'drizzle-orm'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { allows } from '#shared/lib/rules.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissionSeals } from '#shared/sealing/contract.ts'
import { submissions as calls } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { writeUploads } from '../files/commands.ts'
import { files } from '../files/table.ts'
import { closeRechecked, correctFindings, openFindings } from '../findings/commands.ts'
import { findingsClosed, findingsReopened } from '../findings/ports.ts'
import { findings, isShown } from '../findings/table.ts'
import { publicLinks } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { on } from '../lib/ports.ts'
import type { Module } from '../module.ts'
import { showPublicForm } from '../public-links/queries.ts'
import { recordSeal } from '../sealing/queries.ts'
import { noteChecked } from '../subjects/commands.ts'
import { taskCompleted, taskReopened } from '../tasks/ports.ts'
import { sentTasks } from '../tasks/table.ts'
import { attachFile, removeSubmission, restoreSubmission, saveDraft } from './commands.ts'
import { completeSubmission, prepareCompletion } from './complete.ts'
import { correctSubmission, prepareCorrection } from './correct.ts'
import { beginSubmission } from './create.ts'
import { submissionPdf } from './document/pdf.ts'
import { detectFindings, passedSubjects, subjectsExamined } from './findings.ts'
import { askAgain, cancelRecheck, openRecheck, withdrawRechecks } from './followUps/begin.ts'
import { completeFollowUp, prepareFollowUp } from './followUps/complete.ts'
import { importSubmission } from './importing.ts'
import { eraseArchivedSubmissions, sealEarlier } from './jobs.ts'
import { listSubmissions } from './listQueries.ts'
import { criticalAnswerMail, noticeMail, stillThere } from './mails.ts'
import { submissionCompleted, submissionCorrected } from './ports.ts'
import { presentDetail } from './present.ts'
import { previousSubmission } from './previous.ts'
import { submissionAnswers } from './providers.ts'
import { accessSubmission, type FoundSubmission } from './queries.ts'
import { accessDiscussed } from './reviews/commands.ts'
import { submissionIsolation, submissions } from './table.ts'
import { listVersions } from './versions.ts'
import { copyDelivery, forgetCopies } from './visitors/copies.ts'
import {
  attachAsVisitor,
  type PreparedVisit,
  prepareVisit,
  prepareVisitorsFile,
  submitAsVisitor,
} from './visitors/submit.ts'

export const getSubmissions: Handler<typeof calls.list> = (query, ctx) => listSubmissions(ctx, query)

export const createSubmission: Handler<typeof calls.create> = (beginning, ctx) => beginSubmission(ctx, beginning)

export const importCopy: Handler<typeof calls.import> = (copy, ctx) => importSubmission(ctx, copy)

export const getSubmission: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentDetail(ctx, await accessSubmission(ctx, id, 'read'))

export const getPreviousSubmission: Handler<typeof calls.previous> = async ({ id }, ctx) =>
  previousSubmission(ctx, await accessSubmission(ctx, id, 'read'))

export const updateDraft: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) =>
  saveDraft(ctx, await accessSubmission(ctx, id, 'update'), changes)

export const completeDraft: Handler<typeof calls.complete> = async ({ id, ...completion }, ctx) => {
  const submission = await accessSubmission(ctx, id, 'update')
  const complete = submission.followsId === null ? completeSubmission : completeFollowUp
  return complete(ctx, submission, completion)
}

/** Evaluates the answers as `completeDraft` does. */
const prepareDraft = async ({ id, ...completion }: HandlerInput<typeof calls.complete>, ctx: Context) => {
  const submission = await accessSubmission(ctx, id, 'update')
  const prepare = submission.followsId === null ? prepareCompletion : prepareFollowUp
  await prepare(ctx, submission, completion)
}

/** Stores the uploads for `attachToDraft`. */
const prepareAttachment = async ({ id }: { id: number }, ctx: Context) =>
  writeUploads(ctx, (await accessSubmission(ctx, id, 'update')).companyId)

export const attachToDraft: Handler<typeof calls.attach> = async ({ id, ...file }, ctx) =>
  attachFile(ctx, await accessSubmission(ctx, id, 'update'), file)

export const deleteSubmission: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  await removeSubmission(ctx, await accessSubmission(ctx, id, 'delete'))
  return null
}

export const undeleteSubmission: Handler<typeof calls.restore> = async ({ id }, ctx) =>
  restoreSubmission(ctx, await accessSubmission(ctx, id, 'delete'))

export const getSubmissionPdf: Handler<typeof calls.pdf> = async ({ id }, ctx) =>
  submissionPdf(ctx, await accessSubmission(ctx, id, 'read'))

const submissionRoutes = routes(calls, {
  list: getSubmissions,
  create: createSubmission,
  import: importCopy,
  get: getSubmission,
  previous: getPreviousSubmission,
  update: updateDraft,
  complete: { prepare: prepareDraft, handle: completeDraft },
  attach: { prepare: prepareAttachment, handle: attachToDraft },
  remove: deleteSubmission,
  restore: undeleteSubmission,
  pdf: { prepare: getSubmissionPdf },
})

const prepareCorrecting = async ({ id, ...correction }: HandlerInput<typeof corrections.correct>, ctx: Context) =>
  prepareCorrection(ctx, await accessSubmission(ctx, id, 'correct'), correction)

export const createCorrection: Handler<typeof corrections.correct> = async ({ id, ...correction }, ctx) =>
  correctSubmission(ctx, await accessSubmission(ctx, id, 'correct'), correction)

export const getVersions: Handler<typeof corrections.history> = async ({ id, ...paging }, ctx) =>
  listVersions(ctx, await accessDiscussed(ctx, id), paging)

const correctionRoutes = routes(corrections, {
  correct: { prepare: prepareCorrecting, handle: createCorrection },
  history: getVersions,
})

export const getSubmissionSeal: Handler<typeof submissionSeals.get> = async ({ id }, ctx) => {
  const { companyId } = await accessSubmission(ctx, id, 'read')
  return recordSeal(ctx, { companyId, recordType: 'submission', recordId: id })
}

const sealRoutes = routes(submissionSeals, { get: { prepare: getSubmissionSeal } })

export const getPublicForm: Handler<typeof publicForms.get> = (visit, ctx) => showPublicForm(ctx, visit)

export const createPublicSubmission = (
  sent: HandlerInput<typeof publicForms.submit>,
  ctx: Context,
  prepared: PreparedVisit,
) => submitAsVisitor(ctx, sent, prepared)

export const attachPublicFile: Handler<typeof publicForms.attach> = (file, ctx) => attachAsVisitor(ctx, file)

const visitorRoutes = routes(publicForms, {
  get: { prepare: getPublicForm },
  submit: { prepare: prepareVisit, handle: createPublicSubmission },
  attach: { prepare: prepareVisitorsFile, handle: attachPublicFile },
})

/** Closes findings that pass and opens those that were detected, after completion and correction. */
const submissionListeners = [
  on(taskCompleted, openRecheck),
  on(taskReopened, cancelRecheck),
  on(findingsClosed, withdrawRechecks),
  on(findingsReopened, askAgain),
  on(submissionCompleted, async (ctx, { submission, state, evaluation }) => {
    const at = submission.completedAt ?? ctx.now
    const subjects = subjectsExamined(state, submission.subjects)
    await noteChecked(ctx, submission.companyId, subjects, at)
    await closeRechecked(ctx, { ...submission, at, subjects, passes: passedSubjects(state, evaluation) })
    const detected = detectFindings(ctx, state, evaluation)
    if (detected.length === 0) return
    const createdBy = await whoIsBehind(ctx.db, submission)
    await openFindings(ctx, { ...submission, createdBy, at }, detected, evaluation.tasks)
  }),
  on(submissionCorrected, async (ctx, { submission, state, evaluation }) => {
    const at = submission.completedAt ?? ctx.now
    const subjects = subjectsExamined(state, submission.subjects)
    await closeRechecked(ctx, { ...submission, at, subjects, passes: passedSubjects(state, evaluation) })
    const createdBy = await whoIsBehind(ctx.db, submission)
    await correctFindings(
      ctx,
      { ...submission, createdBy, at },
      detectFindings(ctx, state, evaluation),
      evaluation.tasks,
    )
  }),
]

/** Returns the person, or the creator of the public link. */
async function whoIsBehind(db: Database, { id, companyId, userId, publicLinkId }: FoundSubmission): Promise<number> {
  if (userId !== null) return userId
  const [link] = await db
    .select({ createdBy: publicLinks.createdBy })
    .from(publicLinks)
    .where(and(eq(publicLinks.companyId, companyId), eq(publicLinks.id, publicLinkId ?? 0)))
  if (!link) throw new Error(`Submission ${id} has no person.`)
  return link.createdBy
}

/** Lets readers of a submission see its files, and the assignees of a task the photos of the answer that opened it. */
const submissionFiles: FileOwners = {
  submission: async ({ db, ability, actor }, { companyId, id }) => {
    const [found] = await db
      .select({ submission: submissions })
      .from(files)
      .innerJoin(submissions, and(eq(submissions.companyId, files.companyId), eq(submissions.id, files.submissionId)))
      .where(and(eq(files.companyId, companyId), eq(files.id, id)))
    if (!found) return false
    return allows(ability, 'read', 'Submission', found.submission) || hasTaskOf(db, actor.id, companyId, id)
  },
}

async function hasTaskOf(db: Database, userId: number, companyId: number, fileId: number): Promise<boolean> {
  const rows = await db
    .select({ id: sentTasks.id })
    .from(files)
    .innerJoin(
      findings,
      and(eq(findings.companyId, files.companyId), eq(findings.submissionId, files.submissionId), isShown),
    )
    .innerJoin(sentTasks, and(eq(sentTasks.companyId, findings.companyId), eq(sentTasks.taskId, findings.taskId)))
    .where(and(eq(files.companyId, companyId), eq(files.id, fileId), eq(sentTasks.userId, userId)))
    .limit(1)
  return rows.length > 0
}

export const submissionsModule: Module = {
  isolation: submissionIsolation,
  routes: [...visitorRoutes, ...submissionRoutes, ...correctionRoutes, ...sealRoutes],
  incremental: [{ call: calls.list, table: submissions, follows: [animals, animalGroups] }],
  jobs: [eraseArchivedSubmissions, forgetCopies, sealEarlier],
  deliveries: [copyDelivery as never],
  notifications: [criticalAnswerMail as never, noticeMail as never, stillThere as never],
  listeners: submissionListeners,
  queryProviders: submissionAnswers,
  fileOwners: submissionFiles,
}
