/** Submissions of a report held against each other: by what they are about, who did them, of which form, or by an answer. */
import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ComparedGroup, ReportData } from '#shared/reports/data.ts'
import { hiddenGroups } from '#shared/reports/smallGroups.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { forms } from '../../forms/table.ts'
import { registers } from '../../subjects/registers.ts'
import { submissionSubjects, submissions } from '../../submissions/table.ts'
import { users } from '../../users/table.ts'
import { type AskedQuestion, hasChoices } from './questions.ts'
import { bucketOf, type Selection } from './selection.ts'
import { anonymous, counting, presentCounts, rounded } from './totals.ts'

const mostGroups = 100

/** The group of a submission as a text; several where it is about several, none where it is about nothing of the kind. */
export function groupKey({ groupBy, groupQuestionId, companyId }: Selection['report']): {
  key: SQL<string | null>
  join?: SQL
} {
  switch (groupBy) {
    case 'person':
      return { key: sql`${submissions.userId}::text` }
    case 'form':
      return { key: sql`${submissions.formId}::text` }
    case 'question': {
      const value = sql`${submissions.answers} -> ${groupQuestionId}::text -> 'value'`
      return {
        key: sql`given.choice`,
        join: sql`left join lateral jsonb_array_elements_text(
          case jsonb_typeof(${value}) when 'array' then ${value} when 'string' then jsonb_build_array(${value}) else '[]'::jsonb end
        ) as given(choice) on true`,
      }
    }
    case null:
      return { key: sql`null` }
    default: {
      const column = submissionSubjects[registry[groupBy].column]
      return {
        key: sql`${column}::text`,
        join: sql`left join ${submissionSubjects} on ${and(
          eq(submissionSubjects.companyId, companyId),
          eq(submissionSubjects.submissionId, submissions.id),
          isNotNull(column),
        )}`,
      }
    }
  }
}

type Row = Parameters<typeof presentCounts>[0] & { key: string | null; anonymous: number; groups: number }

export async function comparisonOf(selection: Selection, asked: AskedQuestion[]): Promise<ReportData['comparison']> {
  const { report, reader, where, buckets } = selection
  if (report.groupBy === null) return null
  const { key, join = sql`` } = groupKey(report)
  const columns = sql.join(
    Object.entries({ ...counting, anonymous }).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const { rows } = await reader.db.execute<Row>(sql`
    select ${key} as key, ${columns}, (count(*) over ())::int as groups
    from ${submissions} ${join} where ${where}
    group by 1 order by submissions desc, key limit ${mostGroups}`)
  const averages = await reader.db.execute<Cell>(sql`
    select ${key} as key, ${bucketOf(selection)} as bucket, avg(${submissions.scorePercent}) as average, ${anonymous} as anonymous
    from ${submissions} ${join} where ${where} and coalesce(${key}, '') = any(${sql.param(rows.map(row => row.key ?? ''))}::text[])
    group by 1, 2`)
  const over = Map.groupBy(averages.rows, row => row.key ?? '')
  const hidden = hiddenGroups(rows.map(row => row.anonymous))
  const shown = rows.filter((_, at) => !hidden.has(at))
  const names = await namesOf(
    selection,
    asked,
    shown.flatMap(row => row.key ?? []),
  )
  return {
    groups: shown.map(row => ({
      key: row.key ?? '',
      ...(names.get(row.key ?? '') ?? { subject: null, name: null }),
      ...presentCounts(row),
      averages: averagesOf(over.get(row.key ?? '') ?? [], buckets.length),
    })),
    total: rows[0]?.groups ?? 0,
    is_partly_hidden: hidden.size > 0,
  }
}

type Cell = { key: string | null; bucket: number; average: number | null; anonymous: number }

/** The mean of a group in each part of the period, where it tells of nobody. */
function averagesOf(cells: Cell[], buckets: number): (number | null)[] {
  const found = Array.from({ length: buckets }, (_, at) => cells.find(({ bucket }) => bucket === at + 1))
  const hidden = hiddenGroups(found.map(cell => cell?.anonymous ?? 0))
  return found.map((cell, at) => (hidden.has(at) ? null : rounded(cell?.average ?? null)))
}

type Named = Pick<ComparedGroup, 'subject' | 'name'>

async function namesOf({ report, reader: { db } }: Selection, asked: AskedQuestion[], keys: string[]) {
  const { groupBy, companyId, groupQuestionId } = report
  const found = new Map<string, Named>()
  if (keys.length === 0 || groupBy === null) return found
  if (groupBy === 'question') {
    const choices = asked
      .filter(({ question }) => question.id === groupQuestionId && hasChoices(question))
      .flatMap(one => one.choices)
    for (const { id, label } of choices) if (!found.has(id)) found.set(id, { subject: null, name: label })
    return found
  }
  const ids = keys.map(Number)
  if (groupBy === 'person') {
    const people = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
    for (const { id, name } of people) found.set(String(id), { subject: null, name: { en: name } })
    return found
  }
  if (groupBy === 'form') {
    const rows = await db
      .select({ id: forms.id, name: forms.name })
      .from(forms)
      .where(and(eq(forms.companyId, companyId), inArray(forms.id, ids)))
    for (const { id, name } of rows) found.set(String(id), { subject: null, name })
    return found
  }
  const table = registers[groupBy]
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))
  for (const row of rows) found.set(String(row.id), { subject: { type: groupBy, ...row }, name: null })
  return found
}

/** The states of the registers' rows that the reader may see, as they are now. */
export async function registersOf({ reader, report }: Selection): Promise<ReportData['registers']> {
  const parts = await Promise.all(subjectTypes.map(type => registerOf(type, report.companyId, reader)))
  return parts.flat()
}

async function registerOf(type: SubjectType, companyId: number, { db, ability }: Selection['reader']) {
  if (!ability.can('read', registry[type].subject)) return []
  const table = registers[type]
  const rows = await db
    .select({ status: table.status, count: count() })
    .from(table)
    .where(and(eq(table.companyId, companyId), sql`${table.archivedAt} is null`))
    .groupBy(table.status)
  const of = (status: (typeof rows)[number]['status']) => rows.find(row => row.status === status)?.count ?? 0
  const [ok, attention, stop, unknown] = [of('ok'), of('attention'), of('stop'), of('unknown')]
  return [{ type, total: ok + attention + stop + unknown, ok, attention, stop, unknown }]
}
