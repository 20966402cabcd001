import { and, desc, eq, inArray } from 'drizzle-orm'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { compileForm } from '#shared/forms/evaluation/compile.ts'
import { wire } from '#shared/lib/casing.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubmissionComment } from '#shared/reviews/contract.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { users } from '../../accounts/table.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { type Context, permitted } from '../../lib/context.ts'
import { alphabetical } from '../../lib/db/naturalOrder.ts'
import { publish } from '../../lib/ports.ts'
import { among, pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { requireRevision } from '../checks.ts'
import { noteSubmission, revise, withdrawFollowUps } from '../commands.ts'
import { reopen } from '../followUps/reopen.ts'
import { presentSubmission } from '../listQueries.ts'
import { submissionReviewed } from '../ports.ts'
import { accessSubmission, type FoundSubmission } from '../queries.ts'

import { submissionComments } from '../table.ts'
import { broadcastToReaders, mentioned, nameOfActor, notifyOf, reviewed } from './notify.ts'

type Review = {
  state: ReviewState
  reason?: string | undefined
  revision?: number | undefined
  reopen?: string[] | undefined
}

/**
 * Stores the result of a review of a locked submission; repeating it changes nothing. Throws `stale_revision` for the
 * second of two reviewers.
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
  await publish(ctx, submissionReviewed, changed)
  if (disputed) await reopen(ctx, changed, [...new Set(disputed)], reason)
  else if (state === 'approved' || state === 'received') await withdrawFollowUps(ctx, changed, { kind: 'reopening' })
  const readers = await broadcastToReaders(ctx, changed)
  const by = await nameOfActor(ctx)
  // The author, if they may still read it.
  const author = readers.filter(id => id === submission.userId && id !== ctx.actor.id)
  await notifyOf(ctx, reviewed, author, changed, { by, state })
  return presentSubmission(changed)
}

/** Only rejected submissions ask again, and only for questions that were answered there. */
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

/** Comments on a submission, and notifies the mentioned people who may read it. */
export async function commentOn(
  ctx: Context,
  submission: FoundSubmission,
  { text, mentions = [] }: { text: string; mentions?: number[] | undefined },
): Promise<SubmissionComment> {
  const readers = await broadcastToReaders(ctx, submission)
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

/** More people than anybody looks through to name one. */
const maxPeople = 200

/** Returns the submission if the actor may discuss it: readers, except guests. Throws `not_found`. */
export async function accessDiscussed(ctx: Context, id: number): Promise<FoundSubmission> {
  return permitted(ctx, 'comment', 'Submission', await accessSubmission(ctx, id, 'read'))
}

/** One page of what was said about it, the latest first. */
export function listComments(
  ctx: Context,
  { id, companyId }: FoundSubmission,
  { page, perPage }: { page: number; perPage: number },
) {
  const where = and(
    eq(submissionComments.companyId, companyId),
    eq(submissionComments.submissionId, id),
    among(ctx, submissionComments.id),
  )
  const { db } = ctx
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: selectComments({ db }).where(where).orderBy(desc(submissionComments.id)).limit(limit).offset(offset),
      totals: totalOf(db, submissionComments, where),
      present: presentComment,
    },
  )
}

const selectComments = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ comment: submissionComments, userName: users.name })
    .from(submissionComments)
    .leftJoin(users, eq(users.id, submissionComments.userId))
    .$dynamic()

const presentComment = ({
  comment,
  userName,
}: {
  comment: typeof submissionComments.$inferSelect
  userName: string | null
}): SubmissionComment => ({ ...wire(comment), user_name: userName ?? '' })

/** A comment in wire form. */
async function commentOf(ctx: Context, id: number): Promise<SubmissionComment> {
  const [found] = await selectComments(ctx).where(eq(submissionComments.id, id))
  if (!found) throw new Error(`Comment ${id} is gone.`)
  return presentComment(found)
}

/** Who may read the submission and so be named in a comment, by name. */
export async function readersOf(ctx: Context, submission: FoundSubmission) {
  const ids = await whoMay(ctx, 'read', 'Submission', submission)
  if (ids.length === 0) return []
  return ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(alphabetical(users.name, ctx.locale), users.id)
    .limit(maxPeople)
}
