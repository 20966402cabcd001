import { and, count, desc, eq, lte, sql } from 'drizzle-orm'
import type { ReportCounts, TrendPoint } from '#shared/reports/data.ts'
import { daysBefore, plusDays } from '#shared/reports/period.ts'
import { hiddenGroups } from '#shared/reports/smallGroups.ts'
import { forms, formVersions } from '../../forms/table.ts'
import { submissions } from '../../submissions/table.ts'
import { between, bucketOf, countable, isAnonymous, midnight, type Selection, withoutFew } from './selection.ts'

const { scorePercent, band, criticalFailed } = submissions

/** What is counted of any set of submissions. */
export const counting = {
  submissions: sql<number>`count(*)::int`,
  scored: sql<number>`count(${scorePercent})::int`,
  average: sql<number | null>`avg(${scorePercent})`,
  good: sql<number>`count(*) filter (where ${band} = 'good')::int`,
  attention: sql<number>`count(*) filter (where ${band} = 'attention')::int`,
  act: sql<number>`count(*) filter (where ${band} = 'act')::int`,
  unrated: sql<number>`count(*) filter (where ${band} is null)::int`,
  critical: sql<number>`count(*) filter (where ${criticalFailed} > 0)::int`,
}

export const anonymous = sql<number>`count(*) filter (where ${isAnonymous})::int`

export const nothing: ReportCounts = {
  ...{ submissions: 0, scored: 0, average: null },
  ...{ good: 0, attention: 0, act: 0, unrated: 0, critical: 0 },
}

export const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

export const presentCounts = <Row extends ReportCounts>(row: Row): ReportCounts => ({
  submissions: row.submissions,
  scored: row.scored,
  average: rounded(row.average),
  good: row.good,
  attention: row.attention,
  act: row.act,
  unrated: row.unrated,
  critical: row.critical,
})

/** Of the whole period. */
export async function totalsOf({ reader, where }: Selection) {
  const [row] = await reader.db
    .select({ ...counting, anonymous })
    .from(submissions)
    .where(where)
  return { totals: row ? presentCounts(row) : nothing, anonymous: row?.anonymous ?? 0 }
}

/** Of as many days before. */
export async function totalsBefore({ reader, report, days, zone }: Selection): Promise<ReportCounts> {
  const { from, to } = daysBefore(days)
  const earlier = between(midnight(from, zone), midnight(plusDays(to, 1), zone))
  const [row] = await reader.db
    .select(counting)
    .from(submissions)
    .where(await withoutFew(reader, report, and(countable(reader, report), earlier)))
  return row ? presentCounts(row) : nothing
}

/** Of each part of the period. */
export async function trendOf(selection: Selection): Promise<TrendPoint[]> {
  const bucket = bucketOf(selection)
  const rows = await selection.reader.db
    .select({ bucket, ...counting, anonymous })
    .from(submissions)
    .where(selection.where)
    .groupBy(sql`1`)
  const found = new Map(rows.map(row => [row.bucket, row]))
  const hidden = hiddenGroups(selection.buckets.map((_, at) => found.get(at + 1)?.anonymous ?? 0))
  return selection.buckets.map((days, at) => {
    const row = found.get(at + 1)
    const is_hidden = hidden.has(at)
    return { ...days, ...(row && !is_hidden ? presentCounts(row) : nothing), is_hidden }
  })
}

/** The forms of which something was counted, with how much. */
export function formsOf({ reader, where }: Selection) {
  return reader.db
    .select({ id: forms.id, name: forms.name, draft: forms.draft, submissions: count() })
    .from(submissions)
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .where(where)
    .groupBy(forms.id)
    .orderBy(sql`count(*) desc`, forms.id)
    .limit(100)
}

/** The versions of forms that were answered. */
export function versionsOf({ reader, where }: Selection) {
  const { id, formId, number, definition } = formVersions
  const used = reader.db.selectDistinct({ id: submissions.formVersionId }).from(submissions).where(where).as('used')
  const size = sql`octet_length(${definition}::text)`
  const sized = reader.db
    .select({
      ...{ id, formId, number, definition },
      before: sql<number>`sum(${size}) over (order by ${formId}, ${number} desc) - ${size}`.as('before'),
    })
    .from(formVersions)
    .innerJoin(used, eq(used.id, id))
    .as('sized')
  return reader.db
    .select({ id: sized.id, formId: sized.formId, number: sized.number, definition: sized.definition })
    .from(sized)
    .where(lte(sized.before, mostRead.bytes))
    .orderBy(sized.formId, desc(sized.number))
    .limit(mostRead.versions)
}
export type UsedVersion = Awaited<ReturnType<typeof versionsOf>>[number]

/** More versions than anybody reads a report of; what was answered in older ones is counted in totals and trend alone. */
export const mostRead = { versions: 100, bytes: 8 * 1024 * 1024 }
