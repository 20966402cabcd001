import { isDeepStrictEqual } from 'node:util'
import type { Answers } from '#shared/forms/answers.ts'
import { unknownAnswers } from '#shared/forms/check.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { filesOf } from '#shared/forms/files.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { userChannel } from '#shared/lib/events.ts'
import { type SubmissionDetail, submissionEvents } from '#shared/submissions/contract.ts'
import { managersOf } from '../companies/queries.ts'
import { eraseFiles } from '../files/commands.ts'
import { type FileRow, filesOfSubmission } from '../files/queries.ts'
import type { Context } from '../lib/context.ts'
import { announce } from '../lib/events.ts'
import { ownWords, refuseAnswers, requireDraft, requireRevision } from './checks.ts'
import { revise } from './commands.ts'
import { contextFor } from './formContext.ts'
import { mailAboutCriticalAnswers } from './mails.ts'
import { missingRows } from './missingRows.ts'
import { mailNotices } from './noticeMails.ts'
import { requireKnownPayload } from './payload.ts'
import { presentDetail, presentSubmission } from './present.ts'
import type { FoundSubmission } from './queries.ts'
import { issueReceipt } from './receipts.ts'
import { setStatuses } from './setStatuses.ts'

type Completion = {
  answers: Answers
  revision?: number | undefined
  payloadVersion: number
  deviceTime?: string | undefined
}

/**
 * Completes a submission exactly once: whoever comes later with the same answers gets what the first one got, with others a 409.
 * The submission is locked (`accessSubmission`), so of many at once one is first.
 */
export async function completeSubmission(
  ctx: Context,
  submission: FoundSubmission,
  { answers: sent, revision, payloadVersion, deviceTime }: Completion,
): Promise<SubmissionDetail> {
  requireKnownPayload(payloadVersion)
  const state = new FormState(submission.definition, sent, contextFor(ctx, deviceTime))
  if (
    submission.status === 'complete' &&
    [sent, state.settled()].some(same => isDeepStrictEqual(submission.answers, same))
  )
    return presentDetail(ctx.db, await withReceipt(ctx, submission, sent))
  await requireDraft(ctx, submission)
  await requireRevision(ctx, submission, revision)
  return presentDetail(ctx.db, await finishSubmission(ctx, submission, sent, state))
}

/**
 * Completes a draft. What is kept is worked out here and not taken from the device: values are calculated again, and answers to what was
 * not asked are left out. The receipt is for what the device `sent`. What follows in other nouns, such as corrective tasks, happens in
 * the same transaction.
 */
export async function finishSubmission(
  ctx: Context,
  submission: FoundSubmission,
  sent: Answers,
  state: FormState,
): Promise<FoundSubmission> {
  const answers = state.settled()
  const photos = await filesOfSubmission(ctx.db, submission)
  const { problems, score, notices, statuses } = evaluationOf(state)
  const faults = [
    ...unknownAnswers(submission.definition, sent),
    ...problems,
    ...missingPhotos(answers, photos),
    ...(await missingRows(ctx.db, submission, answers)),
  ]
  refuseAnswers(faults, ownWords(ctx, state))
  await eraseFiles(ctx, unnamed(sent, photos))
  await setStatuses(ctx, submission, state, statuses)

  const criticalFailed = score.failed.filter(({ critical }) => critical).length
  const completed = await revise(ctx, submission, {
    status: 'complete',
    answers,
    score,
    scorePercent: score.percent,
    band: score.band,
    criticalFailed,
    completedAt: ctx.now,
  })
  const managers = await managersOf(ctx.db, completed.companyId)
  const people = managers.map(({ id }) => id)
  const told = (completed.userId === null ? people : [completed.userId, ...people]).map(userChannel)
  await announce(ctx, submissionEvents, 'submission.completed', presentSubmission(completed), told)
  if (criticalFailed > 0) await mailAboutCriticalAnswers(ctx, completed.id, managers)
  await mailNotices(ctx, completed, notices)
  return withReceipt(ctx, completed, sent)
}

async function withReceipt(ctx: Context, submission: FoundSubmission, answers: Answers): Promise<FoundSubmission> {
  const { receipt } = submission
  if (receipt) return submission
  const photos = await filesOfSubmission(ctx.db, submission)
  return { ...submission, receipt: await issueReceipt(ctx, submission, { answers, photos }) }
}

/** The answers that name a photo which has not arrived. */
function missingPhotos(answers: Answers, photos: FileRow[]) {
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
