import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, max } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { pageMeta } from '#shared/lib/paging.ts'
import type { SubmissionVersion } from '#shared/submissions/corrections.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { peopleOf } from './listQueries.ts'
import type { FoundSubmission } from './queries.ts'
import { submissionVersions } from './table.ts'

type Version = Omit<typeof submissionVersions.$inferSelect, 'id' | 'companyId' | 'submissionId'>

const ofSubmission = ({ id, companyId }: { id: number; companyId: number }) =>
  and(eq(submissionVersions.companyId, companyId), eq(submissionVersions.submissionId, id))

/** The first version: the answers at completion. */
const firstOf = (submission: FoundSubmission): Version => ({
  ...{ number: 1, reason: null, userId: submission.userId, madeAt: submission.completedAt ?? submission.updatedAt },
  ...{ answers: submission.answers, scorePercent: submission.scorePercent, band: submission.band },
  criticalFailed: submission.criticalFailed,
})

/** Stores a corrected submission as its next version, and the completed one before the first correction. */
export async function keepVersion(
  ctx: Context,
  before: FoundSubmission,
  after: FoundSubmission,
  reason: string,
): Promise<void> {
  const { companyId, id: submissionId } = after
  const [found] = await ctx.db
    .select({ last: max(submissionVersions.number) })
    .from(submissionVersions)
    .where(ofSubmission(after))
  const last = found?.last ?? null
  const made = { ...firstOf(after), number: (last ?? 1) + 1, reason, userId: ctx.actor.id, madeAt: ctx.now }
  const rows = last === null ? [firstOf(before), made] : [made]
  await ctx.db.insert(submissionVersions).values(rows.map(row => ({ ...row, companyId, submissionId })))
}

/** Returns the answers at completion, which a device may send again. */
export async function answersAtCompletion(db: Database, submission: FoundSubmission): Promise<Answers> {
  const [first] = await db
    .select({ answers: submissionVersions.answers })
    .from(submissionVersions)
    .where(and(ofSubmission(submission), eq(submissionVersions.number, 1)))
  return first?.answers ?? submission.answers
}

/** One page of the versions, the latest first, each with what differs from the one before it. */
export async function listVersions(
  { db }: Context,
  submission: FoundSubmission,
  { page, perPage }: { page: number; perPage: number },
) {
  const [found] = await db
    .select({ last: max(submissionVersions.number) })
    .from(submissionVersions)
    .where(ofSubmission(submission))
  const total = found?.last ?? 1
  const numbers = Array.from({ length: perPage }, (_, index) => total - (page - 1) * perPage - index).filter(n => n > 0)
  // With the one before the earliest that is shown, to tell what that changed.
  const rows: Version[] =
    found?.last == null
      ? [firstOf(submission)]
      : await db
          .select()
          .from(submissionVersions)
          .where(
            and(ofSubmission(submission), inArray(submissionVersions.number, [...numbers, (numbers.at(-1) ?? 1) - 1])),
          )
          .orderBy(desc(submissionVersions.number))
  const byNumber = new Map(rows.map(row => [row.number, row]))
  const people = await peopleOf(db, [...new Set(rows.flatMap(({ userId }) => userId ?? []))])
  const data = numbers.flatMap((number): SubmissionVersion[] => {
    const version = byNumber.get(number)
    if (!version) return []
    const written = number === 1 ? submission.writtenBy : null
    return [
      {
        number,
        user_id: version.userId,
        user_name: written ?? (version.userId === null ? '' : (people.get(version.userId) ?? '')),
        made_at: version.madeAt.toISOString(),
        reason: version.reason,
        score_percent: version.scorePercent,
        band: version.band,
        critical_failed: version.criticalFailed,
        changes: changesBetween(byNumber.get(number - 1)?.answers, version.answers),
      },
    ]
  })
  return { data, meta: pageMeta({ page, perPage }, total, data.length) }
}

/** The answers that differ, those that are there now first. */
function changesBetween(before: Answers | undefined, after: Answers): SubmissionVersion['changes'] {
  if (!before) return []
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return keys
    .filter(key => !isDeepStrictEqual(before[key], after[key]))
    .map(key => ({ key, before: before[key] ?? null, after: after[key] ?? null }))
}
