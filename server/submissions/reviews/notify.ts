/** Notifies people of reviews, corrections and comments of a submission. */
import { inArray } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { submissionEvents } from '#shared/submissions/contract.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { users } from '../../accounts/table.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import type { Bell, Context, Topic } from '../../lib/context.ts'
import { broadcast } from '../../lib/ports.ts'
import { notifyEach } from '../../notifications/commands.ts'
import type { FoundSubmission } from '../queries.ts'

/** Notifies the author of a correction, and the reviewers that it waits again. */
export async function notifyOfCorrection(ctx: Context, submission: FoundSubmission): Promise<void> {
  const readers = await broadcastToReaders(ctx, submission)
  const by = await nameOfActor(ctx)
  const author = readers.filter(id => id === submission.userId && id !== ctx.actor.id)
  await notifyOf(ctx, corrected, author, submission, { by })
}

/** Notifies the named reviewers that a submission waits; others who may review have it in their list. */
export async function askForReview(ctx: Context, submission: FoundSubmission): Promise<void> {
  const { reviewerIds, userId, userName } = submission
  const asked = (reviewerIds ?? []).filter(id => id !== userId)
  await notifyOf(ctx, toReview, asked, submission, { by: userName ?? '' })
}

/** Notifies the person who disputed answers, and the named reviewers, that they were corrected. */
export async function notifyOfCorrected(
  ctx: Context,
  submission: FoundSubmission,
  askedBy: number | null,
): Promise<void> {
  const readers = await broadcastToReaders(ctx, submission)
  const asked = new Set([...(askedBy === null ? [] : [askedBy]), ...(submission.reviewerIds ?? [])])
  const others = [...asked].filter(id => readers.includes(id) && id !== ctx.actor.id)
  await notifyOf(ctx, putRight, others, submission, { by: await nameOfActor(ctx) })
}

/** Says to browsers that something was said about it; who they are. */
export async function broadcastToReaders(ctx: Context, submission: FoundSubmission): Promise<number[]> {
  const readers = await whoMay(ctx, 'read', 'Submission', submission)
  const { companyId: company_id, id } = submission
  broadcast(ctx, submissionEvents, 'submission.changed', { company_id, id }, readers.map(userChannel))
  return readers
}

/** Returns the name of the actor. */
export async function nameOfActor({ db, actor }: Context): Promise<string> {
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(inArray(users.id, [actor.id]))
  return user?.name ?? ''
}

/** Each is told with the name of the form as they read it. */
export async function notifyOf<Facts extends object>(
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
  await notifyEach(
    ctx,
    topic,
    readers.map(({ id, languageId }) => {
      const form = textIn(formName, localeOf(languageId), definition.default_language).text
      return { people: [id], facts: { ...facts, submissionId, form } }
    }),
  )
}

/** `form` is its name as the reader reads it. */
type About = { submissionId: number; form: string }

const bell = ({ submissionId }: About, values: Record<string, string>): Bell => ({
  values,
  href: `/submission/view/${submissionId}`,
  about: `submission ${submissionId}`,
})

export const toReview: Topic<About & { by: string }> = {
  name: 'submission.to_review',
  bell: facts => bell(facts, { by: facts.by, form: facts.form }),
}

export const reviewed: Topic<About & { by: string; state: ReviewState }> = {
  name: 'submission.reviewed',
  bell: facts => bell(facts, { by: facts.by, form: facts.form, context: facts.state }),
}

export const mentioned: Topic<About & { by: string }> = {
  name: 'submission.mentioned',
  bell: facts => bell(facts, { by: facts.by, form: facts.form }),
}

export const putRight: Topic<About & { by: string }> = {
  name: 'submission.put_right',
  bell: facts => bell(facts, { by: facts.by, form: facts.form }),
}

export const corrected: Topic<About & { by: string }> = {
  name: 'submission.corrected',
  bell: facts => bell(facts, { by: facts.by, form: facts.form }),
}
