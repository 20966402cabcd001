/** Completes follow-ups: a reopening as a new version of what it follows, a re-check as an answer to findings. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull } from 'drizzle-orm'
import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { problemsIn } from '#shared/forms/check.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { isAnswered } from '#shared/forms/scoreAnswer.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { type SubmissionDetail, submissionEvents } from '#shared/submissions/contract.ts'
import { askedNow, takenFrom } from '#shared/submissions/followUps.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { closeLookedAt, lockFindingsOf, noteStillThere } from '../../findings/commands.ts'
import { findings } from '../../findings/table.ts'
import { evaluateForm, refuseAnswers } from '../../forms/evaluation/queries.ts'
import type { Context } from '../../lib/context.ts'
import { broadcast, publish } from '../../lib/ports.ts'
import { noteChecked } from '../../subjects/commands.ts'
import { openAgain } from '../../tasks/assign.ts'
import { completeTaskWith } from '../../tasks/complete.ts'
import { missingRows, ownWords, requireDraft, requireRevision, requireWhole } from '../checks.ts'
import { noteSubmission, revise, takeNamedFiles, withdrawFollowUps } from '../commands.ts'
import { type Completion, missingPhotos, withReceipt } from '../complete.ts'
import { requireKnownPayload } from '../create.ts'
import { passedSubjects } from '../findings.ts'
import { completionOf, contextFor } from '../formContext.ts'
import { presentSubmission } from '../listQueries.ts'
import { notifyStillThere } from '../mails.ts'
import { recheckCompleted } from '../ports.ts'
import { filesShown, presentDetail } from '../present.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'

import { submissions } from '../table.ts'
import { completeReopening, prepareReopening } from './reopen.ts'

/** Evaluates the answers of a follow-up, with no connection held. Throws what `completeFollowUp` throws of them. */
export async function prepareFollowUp(
  ctx: Context,
  submission: FoundSubmission,
  completion: Completion,
): Promise<void> {
  if (await isRepeated(ctx, submission, completion)) return
  const followed = await findSubmission(ctx.db, eq(submissions.id, submission.followsId ?? 0))
  if (!followed) throw new Error(`The submission before ${submission.id} was not found.`)
  const prepare = submission.followsAs === 'reopening' ? prepareReopening : prepareRecheck
  await prepare(ctx, submission, followed, completion)
}

/** Whether the same answers were taken before. Throws for a draft that is over, a stale revision or lost answers. */
async function isRepeated(ctx: Context, submission: FoundSubmission, completion: Completion): Promise<boolean> {
  const { answers: sent, removed, revision, payloadVersion } = completion
  requireKnownPayload(payloadVersion)
  if (submission.status === 'complete' && isDeepStrictEqual(submission.answers, sent)) return true
  await requireDraft(ctx, submission)
  await requireRevision(ctx, submission, revision)
  await requireWhole(ctx, submission, { answers: sent, removed })
  return false
}

/** Completes a follow-up exactly once, like any submission. */
export async function completeFollowUp(
  ctx: Context,
  submission: FoundSubmission,
  completion: Completion,
): Promise<SubmissionDetail> {
  const { answers: sent } = completion
  if (await isRepeated(ctx, submission, completion)) return presentDetail(ctx, await withReceipt(ctx, submission, sent))
  const followed = await findSubmission(ctx.db, eq(submissions.id, submission.followsId ?? 0), true)
  if (!followed) throw new Error(`The submission before ${submission.id} was not found.`)
  const complete = submission.followsAs === 'reopening' ? completeReopening : completeRecheck
  const completed = await complete(ctx, submission, followed, completion)
  return presentDetail(ctx, await withReceipt(ctx, completed, sent))
}

type Rechecked = { state: FormState; taken: Answers; asked: string[]; context: FormContext }

/** Evaluates a re-check: what counts of the answers, and which questions are asked by now. */
async function evaluateRecheck(
  ctx: Context,
  { definition, formerAnswers, askedKeys, startedAt }: FoundSubmission,
  { answers: sent, deviceTime }: Completion,
): Promise<Rechecked> {
  const base = formerAnswers ?? {}
  const context = contextFor(ctx, deviceTime, startedAt)
  const [before, state] = [
    await evaluateForm(ctx, definition, base, context),
    await evaluateForm(ctx, definition, base, context),
  ]
  const narrowing = { kind: 'recheck', question_ids: askedKeys ?? [], before } as const
  const taken = takenFrom(sent, base, state, narrowing)
  return { state, taken, asked: askedNow(state, narrowing), context }
}

/** Evaluates a re-check. */
async function prepareRecheck(
  ctx: Context,
  draft: FoundSubmission,
  _: FoundSubmission,
  completion: Completion,
): Promise<void> {
  await evaluateRecheck(ctx, draft, completion)
}

/**
 * Completes a re-check. Passed findings close and statuses follow; for the others the task opens again and the
 * managers are notified. It has no score.
 */
async function completeRecheck(
  ctx: Context,
  draft: FoundSubmission,
  followed: FoundSubmission,
  completion: Completion,
): Promise<FoundSubmission> {
  const { answers: sent, deviceTime } = completion
  const { askedKeys } = draft
  const { state, taken, asked, context } = await evaluateRecheck(ctx, draft, completion)
  await takeNamedFiles(ctx, draft, taken)
  await requireAnswered(ctx, draft, state, taken, { asked, named: askedKeys ?? [], sent })
  const at = completionOf(ctx, context)
  const completed = await revise(ctx, draft, {
    ...{ answers: sent, status: 'complete', askedKeys: asked, completedAt: at, receivedAt: ctx.now },
    deviceTime: deviceTime ?? null,
  })
  await withdrawFollowUps(ctx, followed, { kind: 'recheck', askedFor: draft.askedFor ?? '', except: draft.id })
  await noteSubmission(ctx, 'submission.completed', completed)
  await completeTaskWith(ctx, completed)
  await conclude(ctx, { completed, followed, state, asked, at })
  await publish(ctx, recheckCompleted, completed)
  const readers = await whoMay(ctx, 'read', 'Submission', completed)
  broadcast(ctx, submissionEvents, 'submission.completed', presentSubmission(completed), readers.map(userChannel))
  return completed
}

type Answered = { asked: string[]; named: string[]; sent: Answers }

/** Throws 422 for questions of the re-check without an answer or with one that does not fit. */
async function requireAnswered(
  ctx: Context,
  draft: FoundSubmission,
  state: FormState,
  taken: Answers,
  { asked, named, sent }: Answered,
): Promise<void> {
  const shown = new Set(asked)
  const keyOf = ({ question_id, row_id }: { question_id: string; row_id?: string }) => answerKey(question_id, row_id)
  const faults = [
    ...problemsIn(state),
    ...missingPhotos(taken, await filesShown(ctx.db, draft)),
    ...(await missingRows(ctx.db, draft, taken)),
  ].filter(fault => shown.has(keyOf(fault)))
  const known = new Set(faults.map(keyOf))
  const unanswered = named
    .filter(key => shown.has(key) && !known.has(key) && !isAnswered(sent[key]))
    .map(key => ({ ...keyParts(key), code: 'required' as const }))
  refuseAnswers([...faults, ...unanswered], ownWords(ctx, state))
}

type Looked = {
  completed: FoundSubmission
  followed: FoundSubmission
  state: FormState
  asked: string[]
  at: Date
}

async function conclude(ctx: Context, looked: Looked): Promise<void> {
  const { completed, followed, state, asked, at } = looked
  const { companyId, userId } = completed
  await lockFindingsOf(ctx, followed)
  await noteChecked(ctx, companyId, followed.subjects, at)
  const open = await ctx.db
    .select()
    .from(findings)
    .where(and(eq(findings.companyId, companyId), eq(findings.submissionId, followed.id), isNull(findings.closedAt)))
  const covered = open.filter(({ questionId }) => questionId === completed.askedFor || asked.includes(questionId))
  const passes = passesAt(state)
  const well = covered.filter(({ questionId }) => passes(questionId))
  if (well.length > 0) {
    const keys = well.map(({ questionId }) => questionId)
    await closeLookedAt(ctx, followed, { keys, by: userId, at })
  }
  const bad = covered.filter(({ questionId }) => !passes(questionId))
  for (const { taskId } of bad) if (taskId !== null) await openAgain(ctx, { companyId, taskId })
  await noteStillThere(ctx, bad)
  for (const finding of bad) await notifyStillThere(ctx, completed, finding)
}

/** Returns whether a finding passes: its own answer for a question, its trigger otherwise. */
function passesAt(state: FormState): (key: string) => boolean {
  const passes = passedSubjects(state, evaluationOf(state))
  return key => {
    if (!state.form.byId.get(keyParts(key).question_id)?.question) return passes(key, [])
    const { counts, failed } = state.judgementAt(key)
    return counts && !failed
  }
}
