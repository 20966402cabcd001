import { and, desc, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { quotient, rounded } from '#shared/lib/decimals.ts'
import type { ReportCounts, TrendPoint } from '#shared/reports/data.ts'
import { daysBefore, plusDays } from '#shared/reports/period.ts'
import { hiddenGroups } from '#shared/reports/prevalence.ts'
import { forms, formVersions } from '../../forms/table.ts'
import { submissions } from '../../submissions/table.ts'
import { between, countable, inParts, isAnonymous, midnight, type Selection, withoutFew } from './selection.ts'

const { scorePercent, band, criticalFailed } = submissions

/**
 * Counts of any set of submissions, such that those of several sets can be added up; `total` is the sum of their
 * scores.
 */
const counting = {
  submissions: sql<number>`count(*)::int`,
  scored: sql<number>`count(${scorePercent})::int`,
  total: sql<number | null>`sum(${scorePercent}::numeric)::float8`,
  good: sql<number>`count(*) filter (where ${band} = 'good')::int`,
  attention: sql<number>`count(*) filter (where ${band} = 'attention')::int`,
  act: sql<number>`count(*) filter (where ${band} = 'act')::int`,
  unrated: sql<number>`count(*) filter (where ${band} is null)::int`,
  critical: sql<number>`count(*) filter (where ${criticalFailed} > 0)::int`,
  anonymous: sql<number>`count(*) filter (where ${isAnonymous})::int`,
}
type Name = keyof typeof counting
export type Counted = { [One in Exclude<Name, 'total'>]: number } & { total: number | null }

const names = Object.keys(counting) as Name[]
/** The columns of a statement that counts submissions, and of one that adds up what such a one counted. */
export const countedColumns = sql.join(
  names.map(name => sql`${counting[name]} as ${sql.identifier(name)}`),
  sql`, `,
)
export const addedColumns = sql.join(
  names.map(name => {
    const column = sql.identifier(name)
    return name === 'total' ? sql`sum(${column}) as ${column}` : sql`coalesce(sum(${column}), 0)::int as ${column}`
  }),
  sql`, `,
)

const nothing: Counted = {
  ...{ submissions: 0, scored: 0, total: null },
  ...{ good: 0, attention: 0, act: 0, unrated: 0, critical: 0, anonymous: 0 },
}

/** What was counted of several sets that have nothing in common. */
export const addedUp = (sets: Counted[]): Counted =>
  sets.reduce(
    (sum, one) =>
      Object.fromEntries(names.map(name => [name, (sum[name] ?? 0) + (one[name] ?? 0)])) as unknown as Counted,
    nothing,
  )

export const averageOf = ({ total, scored }: Pick<Counted, 'total' | 'scored'>): number | null =>
  scored > 0 && total !== null ? rounded(quotient(total, scored), 1) : null

export const presentCounts = (row: Counted): ReportCounts => ({
  submissions: row.submissions,
  scored: row.scored,
  average: averageOf(row),
  good: row.good,
  attention: row.attention,
  act: row.act,
  unrated: row.unrated,
  critical: row.critical,
})

type Row = Counted & { level: number; bucket: number; form: number; version: number }
export type Counts = {
  totals: Counted
  /** By part of the period, form and form version. */
  buckets: Map<number, Counted>
  forms: Map<number, Counted>
  versions: number[]
}

/** Of the whole period, of its parts, of each form and version: all in one reading. */
export async function countsOf(selection: Selection): Promise<Counts> {
  const { rows } = await selection.reader.db.execute<Row>(sql`
    with cells as (
      select bucket, ${submissions.formId} as form, ${submissions.formVersionId} as version, ${countedColumns}
      from ${inParts(selection)} group by 1, 2, 3
    )
    select grouping(bucket, form, version)::int as level, bucket, form, version, ${addedColumns}
    from cells group by grouping sets ((), (bucket), (form), (version))`)
  const at = (level: number) => rows.filter(row => row.level === level)
  const [[totals = nothing], buckets, ofForms, versions] = [at(7), at(3), at(5), at(6)]
  return {
    totals,
    buckets: new Map(buckets.map(row => [row.bucket, row])),
    forms: new Map(ofForms.map(row => [row.form, row])),
    versions: versions.map(({ version }) => version),
  }
}

/** Of as many days before. */
export async function totalsBefore({ reader, report, days, zone }: Selection): Promise<ReportCounts> {
  const { from, to } = daysBefore(days)
  const earlier = between(midnight(from, zone), midnight(plusDays(to, 1), zone))
  const [row] = await reader.db
    .select(counting)
    .from(submissions)
    .where(await withoutFew(reader, report, and(countable(reader, report), earlier)))
  return presentCounts(row ?? nothing)
}

/** Of each part of the period. */
export function trendOf(selection: Selection, { buckets }: Counts): TrendPoint[] {
  const hidden = hiddenGroups(selection.buckets.map((_, at) => buckets.get(at + 1)?.anonymous ?? 0))
  return selection.buckets.map((days, at) => {
    const is_hidden = hidden.has(at)
    return { ...days, ...presentCounts((!is_hidden && buckets.get(at + 1)) || nothing), is_hidden }
  })
}

const maxForms = 100

/** The forms of which something was counted, with how much: those of which it was most. */
export async function formsOf({ reader }: Selection, counts: Counts) {
  const most = [...counts.forms]
    .toSorted(([a, one], [b, other]) => other.submissions - one.submissions || a - b)
    .slice(0, maxForms)
  const ids = most.map(([id]) => id)
  const rows = await reader.db
    .select({ id: forms.id, name: forms.name, draft: forms.draft })
    .from(forms)
    .where(inArray(forms.id, ids))
  return most.flatMap(([id, { submissions }]) => {
    const form = rows.find(row => row.id === id)
    return form ? [{ ...form, submissions }] : []
  })
}

/** The versions of forms that were answered: those of a selection, or of these ids. */
export function versionsOf({ reader, where }: Selection, ids?: number[]) {
  const { id, formId, number, definition } = formVersions
  const used: SQL | undefined = inArray(
    id,
    ids ?? reader.db.selectDistinct({ id: submissions.formVersionId }).from(submissions).where(where),
  )
  const size = sql`octet_length(${definition}::text)`
  const sized = reader.db
    .select({
      ...{ id, formId, number, definition },
      before: sql<number>`sum(${size}) over (order by ${formId}, ${number} desc) - ${size}`.as('before'),
    })
    .from(formVersions)
    .where(used)
    .as('sized')
  return reader.db
    .select({ id: sized.id, formId: sized.formId, number: sized.number, definition: sized.definition })
    .from(sized)
    .where(lte(sized.before, maxRead.bytes))
    .orderBy(sized.formId, desc(sized.number))
    .limit(maxRead.versions)
}
export type UsedVersion = Awaited<ReturnType<typeof versionsOf>>[number]

/**
 * More versions than anybody reads a report of; what was answered in older ones is counted in totals and trend alone.
 */
export const maxRead = { versions: 100, bytes: 8 * 1024 * 1024 }
