/**
 * Which rows are one company's, and in which order their tables are filled. Read from the database's own catalogue, so
 * a new table is part of it, or has to be left out with a reason (CompanyLayout).
 */
import type { Client } from 'pg'
import type { Made, Rewrite } from './rewriting.ts'

/** What the catalogue does not say of tables; features know it (server/companyLayout.ts). */
export type CompanyLayout = {
  /** Tables whose rows stay behind, each with the reason. */
  leftOut: Readonly<Record<string, string>>
  /** How numbers, lists and JSON without a reference move: by `table.column`, or by the column's name in all tables. */
  columns: Readonly<Record<string, Rewrite | Made>>
  /** Tables whose ids are drawn at random. */
  drawn: readonly string[]
}

type Column = { name: string; type: string; isIdentity: boolean }
type Reference = { column: string; to: string }
export type CompanyTable = {
  table: string
  columns: Column[]
  references: Reference[]
  /** The rows of the company, as a statement that names the columns in their order. */
  select: string
}

/** Tables that have no company and of which a company has rows all the same. */
const shared = ['companies', 'users', 'signing_keys']

/** Columns of people that say nothing in another tend. */
const ownOfAccounts = ['avatar', 'admin_since']
const addresses = ['email', 'email_confirmed_at']

/**
 * The tables with rows of a company, those that others refer to first.
 * @throws Error naming a table that is neither a company's nor left out
 */
export async function tablesOfCompany(
  client: Client,
  companyId: number,
  layout: CompanyLayout,
): Promise<CompanyTable[]> {
  const [columns, references] = [await columnsIn(client), await referencesIn(client)]
  const id = Number(companyId)
  const taken = [...columns].filter(([table]) => !(table in layout.leftOut))
  const isOfCompany = (table: string) => columns.get(table)?.some(({ name }) => name === 'company_id') ?? false
  for (const [table] of taken)
    if (!isOfCompany(table) && !shared.includes(table))
      throw new Error(`${table} is neither a company's table nor left out with a reason (server/companyLayout.ts).`)
  const people = taken
    .filter(([table]) => isOfCompany(table))
    .flatMap(([table]) =>
      (references.get(table) ?? [])
        .filter(({ column, to }) => to === 'users' && column !== '')
        .map(({ column }) => `select ${quote(column)} from ${quote(table)} where company_id = ${id}`),
    )
  const isMember = `exists (select from memberships m where m.company_id = ${id} and m.user_id = users.id)`
  const selectOf = (table: string, all: Column[]) => {
    const names = all.map(({ name }) => {
      if (table !== 'users') return quote(name)
      if (ownOfAccounts.includes(name)) return 'null'
      // Of somebody who only left a trace here, another company knows the address.
      return addresses.includes(name) ? `case when ${isMember} then ${quote(name)} end` : quote(name)
    })
    const rows: Record<string, string> = {
      companies: `id = ${id}`,
      users: `id in (${people.join(' union ')})`,
      signing_keys: 'true',
    }
    return `select ${names.join(', ')} from ${quote(table)} where ${rows[table] ?? `company_id = ${id}`}`
  }
  const tables = taken.map(([table, all]) => ({
    ...{ table, columns: all },
    references: references.get(table) ?? [],
    select: selectOf(table, all),
  }))
  return inOrder(tables)
}

/** Stored columns by table; generated ones are made again. */
async function columnsIn(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column & { table: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       a.attidentity <> '' as "isIdentity"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     order by c.relname, a.attnum`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}

/** The tables that columns refer to, without the company's own: `memberships` means its people. */
async function referencesIn(client: Client): Promise<Map<string, Reference[]>> {
  const { rows } = await client.query<Reference & { table: string }>(
    `select from_table.relname as table, a.attname as column,
       case when to_column.attname = 'user_id' then 'users' else to_table.relname end as to
     from pg_constraint k
     join pg_class from_table on from_table.oid = k.conrelid
     join pg_class to_table on to_table.oid = k.confrelid
     cross join unnest(k.conkey, k.confkey) as pair (one, other)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.one
     join pg_attribute to_column on to_column.attrelid = k.confrelid and to_column.attnum = pair.other
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and a.attname <> 'company_id'
     union
     select conrelid::regclass::text, '', confrelid::regclass::text
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}

/** @throws Error where tables refer to each other in a circle */
function inOrder(tables: CompanyTable[]): CompanyTable[] {
  const done: CompanyTable[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const blocked = new Set(waiting.map(({ table }) => table))
    const next = waiting.filter(
      ({ table, references }) => !references.some(({ to }) => to !== table && blocked.has(to)),
    )
    if (next.length === 0) throw new Error(`These tables refer to each other: ${[...blocked].join(', ')}.`)
    done.push(...next)
    waiting = waiting.filter(one => !next.includes(one))
  }
  return done
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
