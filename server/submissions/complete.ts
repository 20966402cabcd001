import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { unknownAnswers } from '#shared/forms/check.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { filesOf } from '#shared/forms/files.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import { userChannel } from '#shared/lib/events.ts'
import { languageIdOf, toLocale } from '#shared/lib/language.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { type SubmissionDetail, submissionEvents } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { eraseFiles } from '../files/commands.ts'
import { type FileRow, filesOfSubmission } from '../files/queries.ts'
import { evaluateForm, refuseAnswers } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import { broadcast, publish } from '../lib/events.ts'
import { completeTaskWith } from '../tasks/complete.ts'
import { ownWords, requireDraft, requireRevision, requireWhole } from './checks.ts'
import { noteSubmission, replaceSubjects, revise, takeNamedFiles } from './commands.ts'
import { answersAtCompletion } from './corrections/versions.ts'
import { submissionCompleted } from './facts.ts'
import { filesShown } from './followUps/queries.ts'
import { completionOf, contextFor, earliestCompletion } from './formContext.ts'
import { inVersion } from './goOver.ts'
import { lastAnswers } from './lastAnswers.ts'
import { mailAboutCriticalAnswers } from './mailing/mails.ts'
import { mailNotices } from './mailing/noticeMails.ts'
import { missingRows } from './missingRows.ts'
import { requireKnownPayload } from './payload.ts'
import { withPopulations } from './populations.ts'
import { presentDetail, presentSubmission } from './present.ts'
import type { FoundSubmission } from './queries.ts'
import { issueReceipt } from './receipts.ts'
import { subjectsOfCompleted } from './requiredSubject.ts'
import { reviewAskedFor } from './reviewAskedFor.ts'
import { setStatuses } from './setStatuses.ts'

export type Completion = {
  answers: Answers
  version?: number | undefined
  removed?: string[] | undefined
  subjects?: SubjectRef[] | undefined
  revision?: number | undefined
  followsRevision?: number | undefined
  payloadVersion: number
  deviceTime?: string | undefined
}

/**
 * Completes a submission exactly once: whoever comes later with the same answers gets what the first one got, with others a 409.
 * The submission is locked (`accessSubmission`), so of many at once one is first.
 */
export async function completeSubmission(
  ctx: Context,
  known: FoundSubmission,
  { answers: sent, version, removed, subjects, revision, payloadVersion, deviceTime }: Completion,
): Promise<SubmissionDetail> {
  requireKnownPayload(payloadVersion)
  const submission = known.status === 'draft' ? await inVersion(ctx, known, version) : known
  const context = contextFor(ctx, deviceTime, earliestCompletion(submission), submission.startedAt)
  const last = await lastAnswers(ctx.db, submission, completionOf(ctx, context))
  // Guests look into no register, and are not asked for its rows.
  const { definition } = submission
  const asked = ctx.actor.isGuest ? askedOfVisitors(definition, {}) : definition
  const state = await evaluateForm(ctx, asked, sent, { ...context, ...(last && { last }) })
  if (submission.status === 'complete' && (await isSame(ctx, submission, [sent, state.settled()])))
    return presentDetail(ctx, await withReceipt(ctx, submission, sent))
  await requireDraft(ctx, submission)
  await requireRevision(ctx, submission, revision)
  await requireWhole(ctx, submission, { answers: sent, removed })
  const about = subjects ? await replaceSubjects(ctx, submission, subjects) : submission.subjects
  const whole = { ...submission, subjects: about }
  return presentDetail(ctx, await finishSubmission(ctx, whole, { answers: sent, deviceTime }, state))
}

/** Whether this is what was completed, also where somebody has corrected it since. */
export async function isSame(ctx: Context, submission: FoundSubmission, sent: Answers[]): Promise<boolean> {
  const answers = await answersAtCompletion(ctx.db, submission)
  return sent.some(one => isDeepStrictEqual(answers, one))
}

/**
 * Completes a draft. What is kept is worked out here and not taken from the device: values are calculated again, and answers to what was
 * not asked are left out. The receipt is for what the device sent. It is worked out once, and what follows in other features, such as
 * corrective tasks, goes by that, in the same transaction.
 */
export async function finishSubmission(
  ctx: Context,
  submission: FoundSubmission,
  { answers: sent, deviceTime }: Pick<Completion, 'answers' | 'deviceTime'>,
  state: FormState,
): Promise<FoundSubmission> {
  const { kept, photos, evaluation } = await validateAndScore(ctx, submission, sent, state)
  const { notices, statuses } = evaluation
  const about = await subjectsOfCompleted(ctx, submission, kept.answers)
  await eraseFiles(ctx, unnamed(sent, photos))
  await setStatuses(ctx, { ...submission, subjects: about }, state, statuses)

  const completed = await revise(ctx, submission, {
    ...kept,
    status: 'complete',
    completedAt: completionOf(ctx, state.context),
    deviceTime: deviceTime ?? null,
    receivedAt: ctx.now,
    languageId: languageOf(submission, state),
    ...(await reviewAskedFor(ctx, submission)),
  })
  await noteSubmission(ctx, 'submission.completed', completed)
  await completeTaskWith(ctx, completed)
  await publish(ctx, submissionCompleted, { submission: completed, state, evaluation })
  const told = await whoMay(ctx, 'read', 'Submission', completed)
  if (kept.criticalFailed > 0) await mailAboutCriticalAnswers(ctx, completed)
  await mailNotices(ctx, completed, notices)
  const received = await withReceipt(ctx, completed, sent)
  broadcast(ctx, submissionEvents, 'submission.completed', presentSubmission(received), told.map(userChannel))
  return received
}

/** Of whoever has an account that of the account, read as it is written; of a visitor that in which they read the form. */
const languageOf = ({ userId }: FoundSubmission, { context }: FormState) =>
  userId === null
    ? languageIdOf(toLocale(context.language))
    : sql`(select ${users.languageId} from ${users} where ${users.id} = ${userId})`

/**
 * What answers come to, as it is kept of a submission. Throws 422 that names what stands in the way of them. The files that they name are
 * the submission's from then on.
 */
export async function validateAndScore(ctx: Context, submission: FoundSubmission, sent: Answers, state: FormState) {
  const answers = state.settled()
  await takeNamedFiles(ctx, submission, answers)
  const photos = await filesOfSubmission(ctx.db, submission)
  const evaluation = evaluationOf(state)
  const score = await withPopulations(ctx.db, submission, state, evaluation.score)
  const faults = [
    ...unknownAnswers(submission.definition, sent),
    ...evaluation.problems,
    ...missingPhotos(answers, photos),
    ...(await missingRows(ctx.db, submission, answers)),
  ]
  refuseAnswers(faults, ownWords(ctx, state))
  const criticalFailed = criticalFailedIn(score)
  const kept = { answers, score, scorePercent: score.percent, band: score.band, criticalFailed }
  return { kept, photos, evaluation }
}

/** With the receipt for what its device sent, which is written where there is none yet. */
export async function withReceipt(
  ctx: Context,
  submission: FoundSubmission,
  answers: Answers,
): Promise<FoundSubmission> {
  const { receipt } = submission
  if (receipt) return submission
  const photos = await filesShown(ctx.db, submission)
  const issued = await issueReceipt(ctx, submission, { answers, photos })
  return { ...submission, receipt: issued, receiptSequence: issued.sequence }
}

/** The answers that name a photo which has not arrived. */
export function missingPhotos(answers: Answers, photos: FileRow[]) {
  const arrived = new Set(photos.map(({ uuid }) => uuid))
  return Object.entries(answers)
    .filter(([id, answer]) => filesOf({ [id]: answer }).some(uuid => !arrived.has(uuid)))
    .map(([question_id]) => ({ question_id, code: 'photo_missing' as const }))
}

/** The photos that the person took away again: no answer names them. */
function unnamed(answers: Answers, photos: FileRow[]): FileRow[] {
  const named = new Set(filesOf(answers))
  return photos.filter(({ uuid }) => !named.has(uuid))
}
