import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { asksForLast } from '#shared/forms/evaluation/asksForLast.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import type { Database } from '../lib/db/pools.ts'
import { subjectsOf } from '../subjects/queries.ts'
import type { FoundSubmission } from './queries.ts'
import { submissionSubjects, submissions } from './table.ts'

/** How far back is looked for one about the same subjects; as far as a phone looks. */
const farthest = 25

/**
 * What the person answered the last time: in this form, about the same subjects. Values and questions that rest on it are the device's
 * (`keeps`), which may have known others; what it sets in motion is decided here. Nothing where the form does not ask for it.
 */
export async function lastAnswers(
  db: Database,
  { id, companyId, formId, userId, definition, subjects }: FoundSubmission,
  before: Date,
): Promise<Answers | undefined> {
  if (userId === null || !asksForLast(definition)) return undefined
  const earlier = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.companyId, companyId),
        eq(submissions.formId, formId),
        eq(submissions.userId, userId),
        isNull(submissions.archivedAt),
        lt(submissions.completedAt, before),
      ),
    )
    .orderBy(desc(submissions.completedAt), desc(submissions.id))
    .limit(farthest)
  const others = earlier.map(one => one.id).filter(one => one !== id)
  const about = await subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, others)
  const last = others.find(one => named(about.get(one) ?? []) === named(subjects))
  if (last === undefined) return undefined
  const [found] = await db.select({ answers: submissions.answers }).from(submissions).where(eq(submissions.id, last))
  return found?.answers
}

const named = (subjects: SubjectRef[]) =>
  subjects
    .map(({ type, id }) => `${type} ${id}`)
    .sort()
    .join()
