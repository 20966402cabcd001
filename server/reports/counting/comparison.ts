/**
 * Submissions of a report held against each other: by what they are about, who did them, of which form, or by an
 * answer.
 */
import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ComparedGroup, ReportData } from '#shared/reports/data.ts'
import { hiddenGroups } from '#shared/reports/prevalence.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { users } from '../../accounts/table.ts'
import { forms } from '../../forms/table.ts'
import { registers } from '../../subjects/registers.ts'
import { submissionSubjects, submissions } from '../../submissions/table.ts'
import { type AskedQuestion, hasChoices } from './questions.ts'
import { inParts, type Selection } from './selection.ts'
import { sitesJoined } from './sites.ts'
import { addedUp, averageOf, type Counted, countedColumns, presentCounts } from './totals.ts'

const maxGroups = 100

/**
 * The group of a submission as a text; several where it is about several, none where it is about nothing of the kind.
 */
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
          case jsonb_typeof(${value}) when 'array' then ${value} when 'string' then jsonb_build_array(${value})
            else '[]'::jsonb end
        ) as given(choice) on true`,
      }
    }
    case 'site':
      return { key: sql`lies.site`, join: sitesJoined(companyId) }
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

type Cell = Counted & { key: string | null; bucket: number; groups: number }

/**
 * The largest groups, with the mean of each in each part of the period: what is counted of a group is that of its
 * cells.
 */
export async function comparisonOf(selection: Selection, asked: AskedQuestion[]): Promise<ReportData['comparison']> {
  const { report, reader, buckets } = selection
  if (report.groupBy === null) return null
  const { key, join = sql`` } = groupKey(report)
  const { rows } = await reader.db.execute<Cell>(sql`
    with cells as materialized (
      select ${key} as key, bucket, ${countedColumns} from ${inParts(selection)} ${join} group by 1, 2
    ), largest as (
      select key, sum(submissions) as size, (count(*) over ())::int as groups
      from cells group by key order by size desc, key limit ${maxGroups}
    )
    select cells.*, largest.groups from largest join cells on cells.key is not distinct from largest.key
    order by largest.size desc, largest.key`)
  const groups = [...Map.groupBy(rows, row => row.key ?? '')].map(([name, cells]) => ({
    ...{ key: name, cells },
    counted: addedUp(cells),
  }))
  const hidden = hiddenGroups(groups.map(({ counted }) => counted.anonymous))
  const shown = groups.filter((_, at) => !hidden.has(at))
  const names = await namesOf(
    selection,
    asked,
    shown.flatMap(group => group.key || []),
  )
  return {
    groups: shown.map(group => ({
      key: group.key,
      ...(names.get(group.key) ?? { subject: null, name: null }),
      ...presentCounts(group.counted),
      averages: averagesOf(group.cells, buckets.length),
    })),
    total: rows[0]?.groups ?? 0,
    is_partly_hidden: hidden.size > 0,
  }
}

/** The mean of a group in each part of the period, where it tells of nobody. */
function averagesOf(cells: Cell[], buckets: number): (number | null)[] {
  const found = Array.from({ length: buckets }, (_, at) => cells.find(({ bucket }) => bucket === at + 1))
  const hidden = hiddenGroups(found.map(cell => cell?.anonymous ?? 0))
  return found.map((cell, at) => (cell && !hidden.has(at) ? averageOf(cell) : null))
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
  const type = groupBy === 'site' ? 'location' : groupBy
  const table = registers[type]
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))
  for (const row of rows) found.set(String(row.id), { subject: { type, ...row }, name: null })
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
