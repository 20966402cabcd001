/** Which submissions a report counts: the one condition that all of its numbers share. */
import { and, eq, gt, gte, inArray, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Temporal } from 'temporal-polyfill'
import { allows } from '#shared/lib/rules.ts'
import { bucketsOf, type Days, daysOf, plusDays } from '#shared/reports/period.ts'
import { fewestAnonymous, isFew } from '#shared/reports/prevalence.ts'
import { idsFilterOf, registry, subjectTypes } from '#shared/subjects/registry.ts'
import { clockOfCompany } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import { dayAt } from '../../lib/localDays.ts'
import { accessible } from '../../lib/registers/accessible.ts'
import { submissionSubjects, submissions } from '../../submissions/table.ts'
import type { ReportRow } from '../queries.ts'

/** For whom is counted: nothing that they may not read themselves. */
export type Reader = Pick<Context, 'db' | 'ability' | 'actor' | 'now'>

/** What says which submissions count: a report, or what is asked as one. */
export type Asked = Pick<ReportRow, 'companyId' | 'formIds' | 'filters' | 'period' | 'groupBy' | 'groupQuestionId'>

export type Selection = {
  reader: Reader
  report: Asked
  zone: string
  /** With which day weeks begin; Sunday is 0. */
  firstDay: number
  days: Days
  buckets: Days[]
  /** The moments at which the parts of the period begin, and the one at which the last ends. */
  starts: Date[]
  end: Date
  /** Of complete submissions in the period. */
  where: SQL | undefined
  isEverything: boolean
}

/**
 * A submission counts on the day on which it was done, by the clock of the company. `about` is one more condition that
 * it meets.
 */
export async function selectionOf(reader: Reader, report: Asked, about?: SQL): Promise<Selection> {
  const { timeZone: zone, firstDay } = await clockOfCompany(reader.db, report.companyId)
  const days = daysOf(report.period, dayAt(reader.now, zone), firstDay)
  const buckets = bucketsOf(days, firstDay)
  const starts = buckets.map(({ from }) => midnight(from, zone))
  const end = midnight(plusDays(days.to, 1), zone)
  const ofSomebodyElse = { companyId: report.companyId, userId: null, status: 'complete', importedBy: null }
  return {
    ...{ reader, report, zone, firstDay, days, buckets, starts, end },
    where: await withoutFew(
      reader,
      report,
      and(countable(reader, report), between(midnight(days.from, zone), end), about),
    ),
    isEverything: allows(reader.ability, 'read', 'Submission', ofSomebodyElse),
  }
}

/** People without a name: they came by a public link and left no way to reach them. */
export const isAnonymous = and(isNull(submissions.userId), isNull(submissions.contact))

/**
 * The same submissions without those of people without a name, where these are fewer than five: what they said stands
 * in no number, in no list behind a number and in no spreadsheet of the report, so that none of these tells another.
 */
export async function withoutFew({ db }: Reader, { companyId }: Asked, where: SQL | undefined) {
  const nameless = and(eq(submissions.companyId, companyId), isAnonymous, where)
  const found = await db.select({ id: submissions.id }).from(submissions).where(nameless).limit(fewestAnonymous)
  return isFew(found.length) ? and(where, not(isAnonymous as SQL)) : where
}

/** The moment at which a day begins somewhere. */
export const midnight = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)

/** Submissions that were completed from one moment until right before another. */
export const between = (from: Date, until: Date): SQL | undefined =>
  and(gte(submissions.completedAt, from), lt(submissions.completedAt, until))

/** What the report is about, whenever it was done. */
export function countable({ ability, db }: Reader, { companyId, formIds, filters }: Asked): SQL | undefined {
  const about = (column: AnyPgColumn, ids: number[] | undefined) =>
    ids?.length
      ? inArray(
          submissions.id,
          db
            .select({ id: submissionSubjects.submissionId })
            .from(submissionSubjects)
            .where(and(eq(submissionSubjects.companyId, companyId), inArray(column, ids))),
        )
      : undefined
  const among = (column: AnyPgColumn, values: (number | string)[] | undefined) =>
    values?.length ? inArray(column, values) : undefined
  return and(
    eq(submissions.companyId, companyId),
    eq(submissions.status, 'complete'),
    isNull(submissions.archivedAt),
    // A re-check tells of single answers, and not of how things are.
    isNull(submissions.followsId),
    accessible(ability, 'read', 'Submission', submissions),
    among(submissions.formId, formIds),
    among(submissions.userId, filters.user_ids),
    among(submissions.band, filters.bands),
    filters.critical === undefined
      ? undefined
      : filters.critical
        ? gt(submissions.criticalFailed, 0)
        : eq(submissions.criticalFailed, 0),
    ...subjectTypes.map(type => about(submissionSubjects[registry[type].column], filters[idsFilterOf(type)])),
  )
}

/** The part of the period in which something was, counted from one. */
export const bucketAt = (moment: SQL | AnyPgColumn, { starts }: Pick<Selection, 'starts'>): SQL<number> =>
  sql<number>`width_bucket(${moment}, ${sql.param(starts.map(start => start.toISOString()))}::timestamptz[])`

/** Which part of the period a submission belongs to. */
export const bucketOf = (selection: Selection): SQL<number> => bucketAt(submissions.completedAt, selection)

/**
 * The submissions of a selection as a table of their own name, each with the `bucket` that it belongs to. PostgreSQL
 * takes every moment for a part of its own, and sorts where it could count; behind `offset 0` it does not look.
 */
export const inParts = (selection: Selection): SQL => sql`
  (select *, ${bucketOf(selection)} as bucket from ${submissions} where ${selection.where} offset 0) as ${submissions}`
