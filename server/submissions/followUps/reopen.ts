/** Lets the person who gave disputed answers correct them. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { filesOf, sameAnswer } from '#shared/forms/answers/content.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { merge3 } from '#shared/lib/merge3.ts'
import { Problem } from '#shared/lib/problem.ts'
import { takenFrom } from '#shared/submissions/followUps.ts'
import { eraseFiles } from '../../files/commands.ts'
import { filesOfSubmission } from '../../files/queries.ts'
import { files } from '../../files/table.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import type { Context } from '../../lib/context.ts'
import { completeTaskWith } from '../../tasks/complete.ts'
import { revise, withdrawFollowUps } from '../commands.ts'
import type { Completion } from '../complete.ts'
import { correctionContext, correctSubmission, prepareCorrection } from '../correct.ts'
import { completionOf, contextFor } from '../formContext.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { notifyOfCorrected } from '../reviews/notify.ts'
import { submissions } from '../table.ts'
import { beginFollowUp } from './begin.ts'

const dueAfter = 'P1D'

/**
 * Reopens disputed questions; a draft of an earlier reopening continues. Throws `nobody_to_ask` where nobody can be
 * given the task.
 */
export async function reopen(ctx: Context, submission: FoundSubmission, keys: string[], words: string): Promise<void> {
  const { userId, answers, formName, definition } = submission
  if (userId === null) throw new Problem('nobody_to_ask')
  const [begun] = await withdrawFollowUps(ctx, submission, { kind: 'reopening' })
  const people = await beginFollowUp(ctx, submission, {
    ...{ kind: 'reopening', keys, words, askedBy: ctx.actor.id, createdBy: ctx.actor.id },
    ...{ former: answers, answers: begun?.answers ?? answers, to: [{ user_id: userId }] },
    ...{ priority: 'normal', dueAfter },
    title: locale =>
      ctx.services.texts(locale)('reviews.reopening.task', {
        form: textIn(formName, locale, definition.default_language).text,
      }),
  })
  if (people === 0) throw new Problem('nobody_to_ask')
}

/** Evaluates a reopening and the correction that comes of it. Throws the conflict that `completeReopening` throws. */
export async function prepareReopening(
  ctx: Context,
  draft: FoundSubmission,
  followed: FoundSubmission,
  { answers: sent, followsRevision }: Completion,
): Promise<void> {
  const answers = await merge(ctx, draft, followed, sent, followsRevision)
  if (!followed.archivedAt) await prepareCorrection(ctx, followed, { answers, revision: followed.revision })
}

/**
 * Completes a reopening as a new version of what it follows and returns that to its reviewers. Only the asked answers
 * count. Throws a conflict with other corrections until the person has seen them.
 */
export async function completeReopening(
  ctx: Context,
  draft: FoundSubmission,
  followed: FoundSubmission,
  { answers: sent, deviceTime, followsRevision }: Completion,
): Promise<FoundSubmission> {
  const merged = await merge(ctx, draft, followed, sent, followsRevision)
  await handOverFiles(ctx, draft, followed, sent)
  const completed = await revise(ctx, draft, {
    ...{ answers: sent, status: 'complete', receivedAt: ctx.now, archivedAt: ctx.now },
    completedAt: completionOf(ctx, contextFor(ctx, deviceTime, draft.startedAt)),
    deviceTime: deviceTime ?? null,
  })
  await completeTaskWith(ctx, completed)
  if (followed.archivedAt) return completed
  await correctSubmission(ctx, followed, {
    answers: merged,
    reason: draft.askedWords ?? '',
    revision: followed.revision,
  })
  await requeue(ctx, followed.id, draft)
  return completed
}

async function merge(
  ctx: Context,
  { definition, formerAnswers, askedKeys }: FoundSubmission,
  followed: FoundSubmission,
  sent: Answers,
  seen: number | undefined,
): Promise<Answers> {
  const base = formerAnswers ?? {}
  const context = correctionContext(ctx, followed)
  const [before, state] = [
    await evaluateForm(ctx, definition, base, context),
    await evaluateForm(ctx, definition, base, context),
  ]
  const mine = takenFrom(sent, base, state, { kind: 'reopening', question_ids: askedKeys ?? [], before })
  const { taken, conflicting } = merge3({ base, mine, theirs: followed.answers, isSame: sameAnswer })
  if (conflicting.length > 0 && seen !== followed.revision) {
    const answers = Object.fromEntries(conflicting.map(key => [key, followed.answers[key] ?? {}]))
    throw new Problem('corrected_meanwhile', { data: { revision: followed.revision, answers } })
  }
  const merged = new Map(Object.entries(mine))
  for (const [key, answer] of taken) {
    if (answer) merged.set(key, answer)
    else merged.delete(key)
  }
  return Object.fromEntries(merged)
}

/** Moves new photos to the corrected submission and erases those that no answer names. */
async function handOverFiles(ctx: Context, draft: FoundSubmission, followed: FoundSubmission, sent: Answers) {
  const named = new Set(filesOf(sent))
  const own = await filesOfSubmission(ctx.db, draft)
  await eraseFiles(
    ctx,
    own.filter(({ uuid }) => !named.has(uuid)),
  )
  const ids = own.filter(({ uuid }) => named.has(uuid)).map(({ id }) => id)
  if (ids.length === 0 || followed.archivedAt) return
  await ctx.db
    .update(files)
    .set({ submissionId: followed.id })
    .where(and(eq(files.companyId, draft.companyId), inArray(files.id, ids)))
}

/** Returns the submission to its reviewers and notifies the person who asked. */
async function requeue(ctx: Context, id: number, { askedBy }: FoundSubmission): Promise<void> {
  const now = await findSubmission(ctx.db, eq(submissions.id, id))
  if (!now) return
  const waiting = now.reviewState === 'received' ? now : await revise(ctx, now, { reviewState: 'received' })
  await notifyOfCorrected(ctx, waiting, askedBy)
}
