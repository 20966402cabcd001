/** What the rows of a form's tables are called, for the few that the answers of a batch name: a table may have tens of thousands. */
import { and, inArray, sql } from 'drizzle-orm'
import { isQuestion, placedElements } from '#shared/forms/elements.ts'
import { contentOf } from '#shared/forms/tables/contents.ts'
import type { Locale } from '#shared/lib/language.ts'
import { loadTables } from '../../forms/tables/queries.ts'
import type { Database } from '../../lib/db/pools.ts'
import { submissions } from '../table.ts'
import { labelsKey, type TableLabels, type UsedVersion } from './columns.ts'

type Asked = { companyId: number; ids: number[]; versions: UsedVersion[]; locale: Locale }

/** By version and question the words of each value that one of these submissions has. */
export async function tableLabelsOf(db: Database, { companyId, ids, versions, locale }: Asked): Promise<TableLabels> {
  const asking = versions.flatMap(version =>
    placedElements(version.definition).flatMap(({ element }) =>
      isQuestion(element) && 'table' in element && element.table
        ? [{ version, id: element.id, table: element.table }]
        : [],
    ),
  )
  if (asking.length === 0) return {}
  await loadTables(
    db,
    companyId,
    asking.map(({ version }) => version.definition),
  )
  const given = await valuesOf(db, ids, [...new Set(asking.map(({ id }) => id))])
  return Object.fromEntries(
    asking.map(({ version: { id: version, definition }, id, table }) => {
      const uuid = definition.tables?.find(({ name }) => name === table.name)?.uuid
      const rows = uuid === undefined ? undefined : contentOf(uuid)
      const labelOf = (value: string) => {
        const row = rows?.find(table.value, value)[0]
        if (!rows || row === undefined) return value
        return rows.cell(row, `${table.label}::${locale}`) || rows.cell(row, table.label) || value
      }
      const values = given.get(id) ?? []
      return [labelsKey(version, id), Object.fromEntries(values.map(value => [value, labelOf(value)]))]
    }),
  )
}

/** What was answered to these questions, in whichever row. */
async function valuesOf(db: Database, ids: number[], questions: string[]): Promise<Map<string, string[]>> {
  const answered = sql`jsonb_each(${submissions.answers}) as answer(key, said)`
  const question = sql<string>`split_part(answer.key, '@', 1)`
  const { rows } = await db.execute<{ question: string; value: string }>(sql`
    select distinct ${question} as question, value
    from ${submissions}, ${answered},
      jsonb_array_elements_text(
        case when jsonb_typeof(said -> 'value') = 'array' then said -> 'value' else jsonb_build_array(said -> 'value') end
      ) as value
    where ${and(inArray(submissions.id, ids), sql`${question} = any(${sql.param(questions)})`)} and value is not null
  `)
  const found = new Map<string, string[]>()
  for (const { question: id, value } of rows) found.set(id, [...(found.get(id) ?? []), value])
  return found
}
