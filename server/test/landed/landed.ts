/**
 * Database of the last landed state with its demo data (`landed.json.gz`: migrations it had run, rows of each table),
 * so that a test can upgrade it. `npm run landed` renews it.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Client } from 'pg'

/** `rows` is a JSON array for each table; `version` and `demoPassword` are those of the tend that wrote it. */
export type Landed = {
  version: string
  demoPassword: string
  migrations: string[]
  rows: Record<string, string>
}

export const landedFile = new URL('./landed.json.gz', import.meta.url)

export const readLanded = (): Landed => JSON.parse(gunzipSync(readFileSync(landedFile)).toString('utf8'))

const tablesOf = async (client: Client): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).rows.map(({ name }) => name)

/** What `Landed` keeps of the database that `client` is connected with. */
export async function recordRows(client: Client): Promise<Pick<Landed, 'migrations' | 'rows'>> {
  const done = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  const rows: Record<string, string> = {}
  for (const table of await tablesOf(client)) rows[table] = await rowsOf(client, table)
  return { migrations: done.rows.map(({ hash }) => hash), rows }
}

/** A table's rows as JSON, in a fixed order. */
async function rowsOf(client: Client, table: string): Promise<string> {
  const name = client.escapeIdentifier(table)
  const result = await client.query(`select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${name} t`)
  return result.rows[0].rows
}

/** Puts the rows into an empty database whose schema is the one that they were recorded with. */
export async function restoreRows(client: Client, rows: Landed['rows']): Promise<void> {
  // References are put back afterwards and are checked by that; so nobody has to know an order of the tables.
  const references = await client.query<{ name: string; from: string; says: string }>(
    `select conname as name, conrelid::regclass::text as "from", pg_get_constraintdef(oid) as says
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  await client.query('begin')
  for (const { name, from } of references.rows)
    await client.query(`alter table ${from} drop constraint ${client.escapeIdentifier(name)}`)
  for (const [table, json] of Object.entries(rows)) await restoreTable(client, table, json)
  for (const { name, from, says } of references.rows)
    await client.query(`alter table ${from} add constraint ${client.escapeIdentifier(name)} ${says}`)
  await client.query('commit')
}

async function restoreTable(client: Client, table: string, json: string): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; counts: boolean }>(
    `select attname as name, attidentity <> '' as counts from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  // What a trigger wrote beside a row was recorded too.
  await client.query(`alter table ${table} disable trigger user`)
  await client.query(`delete from ${table}`)
  await client.query(
    `insert into ${table} (${names}) overriding system value select ${names} from ` +
      `json_populate_recordset(null::${table}, $1)`,
    [json],
  )
  await client.query(`alter table ${table} enable trigger user`)
  for (const { name } of columns.filter(({ counts }) => counts))
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${name}'), greatest(max(${name}), 1)) from ${table}`,
    )
}
