/** Many rows of one kind, straight by SQL: copies of those that a company has, each a little different. */
import type { Client } from 'pg'

type Column = { name: string; type: string; isUnique: boolean; isReference: boolean }

/**
 * Copies rows of a company. Each copy is a minute or a day earlier, and names and unique columns get its number. `vary`
 * is SQL for other columns, with `n` for the number; `only` narrows the rows that are copied.
 */
export async function copyRows(
  client: Client,
  company: number,
  {
    table,
    total,
    vary = {},
    only = 'true',
  }: { table: string; total: number; vary?: Record<string, string>; only?: string },
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type,
      exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as "isUnique",
      exists (select from pg_constraint
        where conrelid = attrelid and contype = 'f' and attnum = any(conkey)) as "isReference"
    from pg_attribute where attrelid = quote_ident($1)::regclass and attnum > 0 and not attisdropped
      and attidentity = '' and attgenerated = ''`,
    [table],
  )
  const values = columns.map(column => vary[column.name] ?? varied(column))
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const copied = `company_id = ${company} and ${only}`
  const { rows: templates } = await client.query<{ count: number }>(
    `select count(*)::int from "${table}" where ${copied}`,
  )
  if (!templates[0]?.count) throw new Error(`The company has no row of ${table} to copy.`)
  const times = Math.ceil(total / templates[0].count)
  await client.query(
    `insert into "${table}" (${names}) select ${values.join(', ')} from "${table}" t, generate_series(1, ${times}) n
    where ${copied}`,
  )
}

function varied({ name, type, isUnique, isReference }: Column): string {
  const column = `t."${name}"`
  if (name === 'company_id' || isReference) return column
  if (type.startsWith('timestamp')) return `${column} - n * interval '1 minute'`
  if (type === 'date') return `${column} - n % 3000`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'text' && (isUnique || name === 'name' || name === 'title')) return `${column} || ' ' || n`
  if (type === 'integer' && isUnique) return `${column} + n`
  if (type === 'bytea' && isUnique) return `decode(md5(n::text), 'hex')`
  return column
}
