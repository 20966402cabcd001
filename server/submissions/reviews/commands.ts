import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { compileForm } from '#shared/forms/evaluation/compile.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubmissionComment } from '#shared/reviews/contract.ts'
import type { ReviewState } from '#shared/reviews/states.ts'
import type { Context } from '../../lib/context.ts'
import { requireRevision } from '../checks.ts'
import { noteSubmission, revise } from '../commands.ts'
import { reopen } from '../followUps/reopening.ts'
import { withdrawFollowUps } from '../followUps/withdraw.ts'
import { presentSubmission } from '../present.ts'
import type { FoundSubmission } from '../queries.ts'
import { submissionComments } from '../table.ts'
import { mentioned, reviewed } from './notices.ts'
import { commentOf } from './queries.ts'
import { nameOfActor, notifyOf, tellReaders } from './told.ts'

type Review = {
  state: ReviewState
  reason?: string | undefined
  revision?: number | undefined
  reopen?: string[] | undefined
}

/**
 * Says what the review of a complete submission came to, and why. The row is locked, so of two reviewers at once the second is refused by
 * the revision. The same again without a new reason changes nothing.
 */
export async function reviewSubmission(ctx: Context, submission: FoundSubmission, review: Review) {
  const { state, reason = '', revision, reopen: disputed } = review
  if (submission.status !== 'complete' || submission.followsId !== null) throw new Problem('submission_not_complete')
  if (submission.reviewState === state && !reason) return presentSubmission(submission)
  await requireRevision(ctx, submission, revision)
  if ((state === 'rejected' || disputed) && !reason) throw invalidField('reason', 'required')
  if (disputed) requireAsked(submission, state, disputed)
  const changed = await revise(ctx, submission, { reviewState: state })
  await say(ctx, submission, { text: reason, reviewState: state })
  await noteSubmission(ctx, 'submission.reviewed', changed, { state })
  if (disputed) await reopen(ctx, changed, [...new Set(disputed)], reason)
  else if (state === 'approved' || state === 'received') await withdrawFollowUps(ctx, changed, { kind: 'reopening' })
  const readers = await tellReaders(ctx, changed)
  const by = await nameOfActor(ctx)
  // Whoever filled it in, while they are there to read it.
  const author = readers.filter(id => id === submission.userId && id !== ctx.actor.id)
  await notifyOf(ctx, reviewed, author, changed, { by, state })
  return presentSubmission(changed)
}

/** Only what is not right is asked anew, and only what somebody answered there. */
function requireAsked({ definition, answers }: FoundSubmission, state: ReviewState, keys: string[]): void {
  const isVerdict = state === 'has_issues' || state === 'rejected'
  const { byId } = compileForm(definition)
  const isQuestion = (key: string) => {
    const { question_id, row_id } = keyParts(key)
    const part = byId.get(question_id)
    if (!part?.question || part.calculate) return false
    return part.repeats.length === 0 ? row_id === undefined : isRowOf(answers, part.repeats.at(-1)?.id ?? '', row_id)
  }
  if (!isVerdict || !keys.every(isQuestion)) throw invalidField('reopen', 'not_found')
}

/** Whether some rows of a repeat have this one among them. */
const isRowOf = (answers: Answers, repeatId: string, row: string | undefined): boolean =>
  Object.entries(answers).some(
    ([key, { value }]) =>
      keyParts(key).question_id === repeatId && Array.isArray(value) && value.some(one => one === row),
  )

/** Says something about a submission. Of those who are named, whoever may read it is told. */
export async function commentOn(
  ctx: Context,
  submission: FoundSubmission,
  { text, mentions = [] }: { text: string; mentions?: number[] | undefined },
): Promise<SubmissionComment> {
  const readers = await tellReaders(ctx, submission)
  const named = [...new Set(mentions)].filter(id => readers.includes(id))
  const id = await say(ctx, submission, { text, mentions: named })
  const others = named.filter(person => person !== ctx.actor.id)
  await notifyOf(ctx, mentioned, others, submission, { by: await nameOfActor(ctx) })
  return commentOf(ctx, id)
}

type Said = Pick<typeof submissionComments.$inferInsert, 'text' | 'reviewState' | 'mentions'>

async function say(ctx: Context, { id: submissionId, companyId }: FoundSubmission, said: Said): Promise<number> {
  const [row] = await ctx.db
    .insert(submissionComments)
    .values({ ...said, companyId, submissionId, userId: ctx.actor.id, createdAt: ctx.now })
    .returning({ id: submissionComments.id })
  if (!row) throw new Error('The comment was not stored.')
  return row.id
}
