import { inArray } from 'drizzle-orm'
import { userChannel } from '#shared/lib/events.ts'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubmissionComment } from '#shared/reviews/contract.ts'
import type { ReviewState } from '#shared/reviews/states.ts'
import { submissionEvents } from '#shared/submissions/contract.ts'
import type { Context } from '../../lib/context.ts'
import type { Topic } from '../../lib/delivery/topic.ts'
import { tell } from '../../lib/events.ts'
import { notify } from '../../notices/commands.ts'
import { whoMay } from '../../roles/queries.ts'
import { users } from '../../users/table.ts'
import { requireRevision } from '../checks.ts'
import { noteSubmission, revise } from '../commands.ts'
import { presentSubmission } from '../present.ts'
import type { FoundSubmission } from '../queries.ts'
import { submissionComments } from '../table.ts'
import { corrected, mentioned, reviewed, toReview } from './notices.ts'
import { commentOf } from './queries.ts'

type Review = { state: ReviewState; reason?: string | undefined; revision?: number | undefined }

/**
 * Says what the review of a complete submission came to, and why. The row is locked, so of two reviewers at once the second is refused by
 * the revision. The same again without a new reason changes nothing.
 */
export async function reviewSubmission(ctx: Context, submission: FoundSubmission, review: Review) {
  const { state, reason = '', revision } = review
  if (submission.status !== 'complete') throw new Problem('submission_not_complete')
  if (submission.reviewState === state && !reason) return presentSubmission(submission)
  await requireRevision(ctx, submission, revision)
  if (state === 'rejected' && !reason) throw invalidField('reason', 'required')
  const changed = await revise(ctx, submission, { reviewState: state })
  await say(ctx, submission, { text: reason, reviewState: state })
  await noteSubmission(ctx, 'submission.reviewed', changed, { state })
  const readers = await tellReaders(ctx, changed)
  const by = await nameOfActor(ctx)
  // Whoever filled it in, while they are there to read it.
  const author = readers.filter(id => id === submission.userId && id !== ctx.actor.id)
  await notifyOf(ctx, reviewed, author, changed, { by, state })
  return presentSubmission(changed)
}

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

/** Whoever filled it in hears that somebody corrected it, and who reviews it that it waits again. */
export async function tellOfCorrection(ctx: Context, submission: FoundSubmission): Promise<void> {
  const readers = await tellReaders(ctx, submission)
  const by = await nameOfActor(ctx)
  const author = readers.filter(id => id === submission.userId && id !== ctx.actor.id)
  await notifyOf(ctx, corrected, author, submission, { by })
}

/** Tells those whom its form names that a submission waits for them; everybody else who may review has it in their list. */
export async function askForReview(ctx: Context, submission: FoundSubmission): Promise<void> {
  const { reviewerIds, userId, userName } = submission
  const asked = (reviewerIds ?? []).filter(id => id !== userId)
  await notifyOf(ctx, toReview, asked, submission, { by: userName ?? '' })
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

/** Says to browsers that something was said about it; who they are. */
async function tellReaders(ctx: Context, submission: FoundSubmission): Promise<number[]> {
  const readers = await whoMay(ctx, 'read', 'Submission', submission)
  const { companyId: company_id, id } = submission
  tell(ctx, submissionEvents, 'submission.changed', { company_id, id }, readers.map(userChannel))
  return readers
}

async function nameOfActor({ db, actor }: Context): Promise<string> {
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(inArray(users.id, [actor.id]))
  return user?.name ?? ''
}

/** Each is told with the name of the form as they read it. */
async function notifyOf<Facts extends object>(
  ctx: Context,
  topic: Topic<Facts & { submissionId: number; form: string }>,
  people: number[],
  { id: submissionId, formName, definition }: FoundSubmission,
  facts: Facts,
): Promise<void> {
  if (people.length === 0) return
  const readers = await ctx.db
    .select({ id: users.id, languageId: users.languageId })
    .from(users)
    .where(inArray(users.id, people))
  for (const { id, languageId } of readers) {
    const form = textIn(formName, localeOf(languageId), definition.default_language).text
    await notify(ctx, topic, [id], { ...facts, submissionId, form })
  }
}
