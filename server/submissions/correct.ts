import { isDeepStrictEqual } from 'node:util'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { offsetOf } from '#shared/forms/expressions/values.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { lockFindingsOf } from '../findings/commands.ts'
import { evaluateForm } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import { publish } from '../lib/ports.ts'
import { recomputeStatuses } from '../subjects/commands.ts'
import { requireRevision } from './checks.ts'
import { noteSubmission, revise } from './commands.ts'
import { validateAndScore } from './complete.ts'
import { setStatuses, subjectsExamined } from './findings.ts'
import { lastAnswers } from './formContext.ts'
import { mailAboutCriticalAnswers } from './mails.ts'
import { submissionCorrected } from './ports.ts'
import { presentDetail } from './present.ts'
import type { FoundSubmission } from './queries.ts'
import { notifyOfCorrection } from './reviews/notify.ts'
import { keepVersion } from './versions.ts'

type Correction = { answers: Answers; reason: string; revision: number }

/** Evaluates the answers of a correction, with no connection held. Throws what `correctSubmission` throws of them. */
export async function prepareCorrection(
  ctx: Context,
  submission: FoundSubmission,
  { answers, revision }: Pick<Correction, 'answers' | 'revision'>,
): Promise<void> {
  await requireCorrectable(ctx, submission, revision)
  await evaluateCorrection(ctx, submission, answers)
}

/** Throws `submission_not_complete` or the Problem of a stale revision. */
async function requireCorrectable(ctx: Context, submission: FoundSubmission, revision: number): Promise<void> {
  const { status, completedAt, followsId } = submission
  if (status !== 'complete' || !completedAt || followsId !== null) throw new Problem('submission_not_complete')
  await requireRevision(ctx, submission, revision)
}

async function evaluateCorrection(ctx: Context, submission: FoundSubmission, answers: Answers) {
  const { completedAt, updatedAt, definition } = submission
  const last = await lastAnswers(ctx.db, submission, completedAt ?? updatedAt)
  return evaluateForm(ctx, definition, answers, { ...correctionContext(ctx, submission), ...(last && { last }) })
}

/**
 * Corrects a complete submission, with a reason. Answers are evaluated for the moment of completion; statuses,
 * findings and score follow, and nothing is opened twice. Throws the Problem of a stale revision or wrong answer.
 */
export async function correctSubmission(
  ctx: Context,
  submission: FoundSubmission,
  { answers: sent, reason, revision }: Correction,
): Promise<SubmissionDetail> {
  await requireCorrectable(ctx, submission, revision)
  const state = await evaluateCorrection(ctx, submission, sent)
  if (isDeepStrictEqual(state.settled(), submission.answers)) return presentDetail(ctx, submission)
  const { kept, evaluation } = await validateAndScore(ctx, submission, sent, state)
  await lockFindingsOf(ctx, submission, subjectsExamined(state, submission.subjects))
  await recomputeStatuses(ctx, submission, ctx.now)
  await setStatuses(ctx, submission, state, evaluation.statuses)
  const corrected = await revise(ctx, submission, {
    ...kept,
    ...(submission.reviewState && { reviewState: 'received' }),
  })
  await keepVersion(ctx, submission, corrected, reason)
  await noteSubmission(ctx, 'submission.corrected', corrected)
  await publish(ctx, submissionCorrected, { submission: corrected, state, evaluation })
  if (corrected.criticalFailed > submission.criticalFailed) await mailAboutCriticalAnswers(ctx, corrected)
  await notifyOfCorrection(ctx, corrected)
  return presentDetail(ctx, corrected)
}

/** Returns the moment of completion in the person's local time. */
export const correctionContext = (
  { locale }: Context,
  { startedAt, completedAt, updatedAt, deviceTime }: FoundSubmission,
): FormContext => ({
  known: { started_at: wallClock(startedAt, deviceTime === null ? 0 : offsetOf(deviceTime)) },
  now: wallClock(completedAt ?? updatedAt, deviceTime === null ? 0 : offsetOf(deviceTime)),
  language: locale,
  keeps: 'last_answers',
})
