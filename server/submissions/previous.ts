import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { registry } from '#shared/subjects/registry.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import type { Context } from '../lib/context.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { presentSubmission, selectListed } from './listQueries.ts'
import type { FoundSubmission } from './queries.ts'

import { submissionSubjects, submissions } from './table.ts'

/** Submissions of the form that are searched before those about the subject are. */
const near = 300

/**
 * Finds the previous complete submission of the same form and subjects that the actor may read; null for a draft, a
 * follow-up or one without subjects.
 */
export async function previousSubmission(ctx: Context, found: FoundSubmission): Promise<Submission | null> {
  const { id, companyId, formId, completedAt, followsId, subjects } = found
  const [first] = subjects
  if (completedAt === null || followsId !== null || !first) return null
  const earlier = and(
    eq(submissions.companyId, companyId),
    eq(submissions.formId, formId),
    sql`(${submissions.completedAt}, ${submissions.id}) < (${completedAt.toISOString()}::timestamptz, ${id})`,
    isNull(submissions.archivedAt),
    isNull(submissions.followsId),
    accessible(ctx.ability, 'read', 'Submission', submissions),
  )
  const latest = ctx.db
    .select({ id: submissions.id, completedAt: submissions.completedAt })
    .from(submissions)
    .where(earlier)
    .orderBy(desc(submissions.completedAt), desc(submissions.id))
    .limit(near)
    .as('latest')
  const [close] = await ctx.db
    .select({ id: latest.id })
    .from(latest)
    .where(aboutTheSame(ctx, found, latest.id))
    .orderBy(desc(latest.completedAt), desc(latest.id))
    .limit(1)
  const [previous] = await selectListed(
    ctx.db,
    close
      ? eq(submissions.id, close.id)
      : and(earlier, aboutFirst(ctx, found), aboutTheSame(ctx, found, submissions.id)),
    [desc(submissions.completedAt), desc(submissions.id)],
    { limit: 1, offset: 0 },
  )
  return previous ? presentSubmission(previous) : null
}

const pointsAt = ({ type, id }: FoundSubmission['subjects'][number]) =>
  eq(submissionSubjects[registry[type].column], id)

/** Through the subject's index. */
function aboutFirst({ db }: Context, { companyId, subjects }: FoundSubmission): SQL | undefined {
  const [first] = subjects
  if (!first) return undefined
  return inArray(
    submissions.id,
    db
      .select({ id: submissionSubjects.submissionId })
      .from(submissionSubjects)
      .where(and(eq(submissionSubjects.companyId, companyId), pointsAt(first))),
  )
}

/** About all of these and nothing else. */
function aboutTheSame({ db }: Context, { companyId, subjects }: FoundSubmission, id: AnyPgColumn): SQL {
  const own = db
    .select({
      isSame: sql`count(*) = ${subjects.length}
        and count(*) filter (where ${or(...subjects.map(pointsAt))}) = ${subjects.length}`,
    })
    .from(submissionSubjects)
    .where(and(eq(submissionSubjects.companyId, companyId), eq(submissionSubjects.submissionId, id)))
  return sql`(${own})`
}
