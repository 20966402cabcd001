import { and, desc, eq, inArray } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import type { SubmissionComment } from '#shared/reviews/contract.ts'
import { users } from '../../accounts/table.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import type { Context } from '../../lib/context.ts'
import { alphabetical } from '../../lib/db/naturalOrder.ts'
import { permitted } from '../../lib/registers/accessible.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { accessSubmission, type FoundSubmission } from '../queries.ts'
import { submissionComments } from '../table.ts'

/** More people than anybody looks through to name one. */
const maxPeople = 200

/** The submission if the actor may talk about it: whoever may read it, but for guests, from whom what is said in the company is kept. */
export async function accessDiscussed(ctx: Context, id: number): Promise<FoundSubmission> {
  return permitted(ctx, 'comment', 'Submission', await accessSubmission(ctx, id, 'read'))
}

/** One page of what was said about it, the latest first. */
export function listComments(
  { db }: Context,
  { id, companyId }: FoundSubmission,
  { page, perPage }: { page: number; perPage: number },
) {
  const where = and(eq(submissionComments.companyId, companyId), eq(submissionComments.submissionId, id))
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
export async function commentOf(ctx: Context, id: number): Promise<SubmissionComment> {
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
