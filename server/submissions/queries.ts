/** Finds submissions: one with its answers, the latest rated ones, those of weeks and those with certain words. */
import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import { forms, formVersions } from '../forms/table.ts'
import { loadTables } from '../forms/tables/queries.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { orderBy } from '../lib/registers/listing.ts'
import {
  filterCondition,
  names,
  presentSubmission,
  selectListed,
  submissionColumns,
  withSubjects,
} from './listQueries.ts'
import { submissions } from './table.ts'

export type FoundSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

const { answers, score, receipt, askedFor, askedWords, askedBy, formerAnswers } = submissions
const version = { definition: formVersions.definition, publishedAt: formVersions.publishedAt }
const ofForm = eq(forms.id, submissions.formId)
const ofVersion = eq(formVersions.id, submissions.formVersionId)
/** Admins of the platform and visitors of public links have no name for a company. */
const ofUser = eq(users.id, submissions.userId)
const followUp = { askedFor, askedWords, askedBy, formerAnswers }

/**
 * Returns the submission if the actor may do this, locked unless it is only read. Throws `not_found` or `forbidden`.
 */
export async function accessSubmission(
  ctx: Pick<Context, 'db' | 'ability' | 'writes'>,
  id: number,
  action: string,
): Promise<FoundSubmission> {
  return permitted(
    ctx,
    action,
    'Submission',
    await findSubmission(ctx.db, eq(submissions.id, id), locksFor(ctx, action)),
  )
}

/** The one submission that meets the condition, whole: with its answers and the definition that they answer. */
export async function findSubmission(db: Database, where: SQL | undefined, lock = false) {
  const query = db
    .select({ ...submissionColumns, ...followUp, ...names, ...version, answers, score, receipt })
    .from(submissions)
    .innerJoin(forms, ofForm)
    .innerJoin(formVersions, ofVersion)
    .leftJoin(users, ofUser)
    .where(where)
  const [found] = await withSubjects(db, await (lock ? query.for('no key update', { of: submissions }) : query))
  if (found) await loadTables(db, found.companyId, [found.definition])
  return found
}

/** Reads the latest rated submissions that the actor may read, and whether any is complete. */
export async function latestRated(ctx: Context, most: number) {
  const completed = await filterCondition(ctx, { archived: false, status: 'complete' })
  const isRated = and(completed, isNotNull(submissions.band), isNotNull(submissions.scorePercent))
  const [rated, [any]] = await Promise.all([
    selectListed(ctx.db, isRated, orderBy(submissions, '-completed_at', ''), { limit: most, offset: 0 }),
    ctx.db.select({ id: submissions.id }).from(submissions).where(completed).limit(1),
  ])
  return { has_completed: any !== undefined, rated: rated.map(presentSubmission) }
}

/** Counts complete submissions by week, those in the band `act`, and their mean score. */
export async function submissionsByWeek(ctx: Context, { from, to }: { from: string; to: string }, timeZone: string) {
  const where = await filterCondition(ctx, { archived: false, status: 'complete', from, to })
  const week = sql<number>`((${submissions.completedAt} at time zone ${timeZone})::date - ${from}::date) / 7`
  return ctx.db
    .select({
      week,
      submissions: sql<number>`count(*)::int`,
      act: sql<number>`count(*) filter (where ${submissions.band} = 'act')::int`,
      average: sql<number | null>`round(avg(${submissions.scorePercent}::numeric), 1)::float8`,
    })
    .from(submissions)
    .where(where)
    .groupBy(sql`1`)
}

/** Finds complete submissions by words of their answers, form or people. */
export async function submissionsWith(ctx: Context, words: string, limit: number) {
  const where = await filterCondition(ctx, { archived: false, search: words })
  return ctx.db
    .select({ id: submissions.id, name: forms.name, detail: names.userName, at: submissions.completedAt })
    .from(submissions)
    .innerJoin(forms, and(eq(forms.companyId, submissions.companyId), ofForm))
    .leftJoin(users, eq(users.id, submissions.userId))
    .where(and(where, isNotNull(submissions.completedAt)))
    .orderBy(desc(submissions.completedAt), desc(submissions.id))
    .limit(limit)
}
