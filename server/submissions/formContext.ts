import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { asksForLast } from '#shared/forms/evaluation/compile.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { offsetOf } from '#shared/forms/expressions/values.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { subjectsOf } from '../subjects/queries.ts'
import type { FoundSubmission } from './queries.ts'
import { submissionSubjects, submissions } from './table.ts'

const hour = 3_600_000
/** A clock that is further off than these is wrong: no device was ahead by more, and none was away for longer. */
export const believedAhead = hour
const believedBehind = 400 * 24 * hour

/** How far a device's clock may be behind and still be believed. */
export const clockTolerance = 7 * 24 * hour

/** The moment before which a submission cannot be completed: its beginning, or the publication of its version. */
export const earliestCompletion = ({ startedAt, publishedAt }: Pick<FoundSubmission, 'startedAt' | 'publishedAt'>) =>
  new Date(Math.max(startedAt.getTime(), publishedAt.getTime() - clockTolerance))

/**
 * Returns the moment for which a submission is evaluated: when the person pressed Complete, by their device's clock, so
 * that `today()` is their local day, however late it arrives. Where that clock is wrong the server's counts, in the
 * device's zone; a moment before `earliest` counts as that. What the device worked out of last time's answers is taken
 * from it.
 */
export function contextFor(
  { now, locale }: Pick<Context, 'now' | 'locale'>,
  deviceTime: string | undefined,
  earliest: Date,
  startedAt?: Date,
): FormContext {
  const said = deviceTime === undefined ? Number.NaN : Date.parse(deviceTime)
  const ahead = said - now.getTime()
  const isBelieved = ahead <= believedAhead && ahead >= -believedBehind
  const at = isBelieved ? new Date(Math.max(said, earliest.getTime())) : now
  const minutesEast = deviceTime === undefined ? 0 : offsetOf(deviceTime)
  const known = startedAt && { started_at: wallClock(startedAt, minutesEast) }
  return { now: wallClock(at, minutesEast), language: locale, keeps: 'last_answers', ...(known && { known }) }
}

/** When it was completed: the moment for which it is worked out, but never later than now. */
export const completionOf = ({ now }: Pick<Context, 'now'>, context: FormContext): Date =>
  new Date(Math.min(now.getTime(), Date.parse(context.now)))

/** Bound of earlier submissions that are read, the same as on the device. */
const farthest = 25

/**
 * Returns the person's last answers in this form about the same subjects, where the form asks for them. Values that
 * depend on them are the device's (`keeps`); consequences are decided here.
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

const named = (subjects: SubjectRef[]) => subjects.map(subjectKey).sort().join()
