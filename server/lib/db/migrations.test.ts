import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { connect, emptyDatabase, newDatabase } from '../../test/nodes/nodes.ts'
import { type Migration, migrationsFolder, readMigrations, requireBaseline, runMigrations } from './migrations.ts'

const open: Client[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(client => client.end()))
})

async function owner(url: string | Promise<string>): Promise<Client> {
  const client = await connect(await url, { asOwner: true })
  open.push(client)
  return client
}

/** A migration as if it stood in a file. */
const migration = (name: string, ...statements: string[]): Migration => ({
  name,
  hash: createHash('sha256').update(statements.join()).digest('hex'),
  statements,
})
const barns = migration('20261101_barns', 'create table barns (id int)', 'insert into barns values (1)')
const gates = migration('20261102_gates', 'create table gates (id int)')
const tablesIn = async (client: Client) =>
  (
    await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
  ).rows.map(({ name }) => name)

test('each migration runs once, also one that was written earlier and lands after another', async () => {
  const client = await owner(emptyDatabase())
  await runMigrations(client, [gates])
  await runMigrations(client, [barns, gates])
  await runMigrations(client, [barns, gates])
  expect((await client.query('select id from barns')).rows).toEqual([{ id: 1 }])
  expect(await tablesIn(client)).toContain('gates')
})

test('where one fails it is named, and nothing of the others stays', async () => {
  const client = await owner(emptyDatabase())
  const wrong = migration('20261103_wrong', 'insert into nowhere values (1)')
  await expect(runMigrations(client, [barns, gates, wrong])).rejects.toThrow(
    'The migration 20261103_wrong failed: relation "nowhere" does not exist',
  )
  expect(await tablesIn(client)).toEqual([])
  await runMigrations(client, [barns])
  expect(await tablesIn(client)).toEqual(['barns'])
})

test('every counter is logged, because an unlogged one breaks where a standby becomes the primary', async () => {
  const client = await owner(newDatabase())
  const unlogged = `select relname from pg_class where relkind = 'S' and relpersistence = 'u'`
  expect((await client.query(unlogged)).rows).toEqual([])
})

test('a database of before the baseline is refused with what to do, and nothing of it is changed', async () => {
  const client = await owner(emptyDatabase())
  await runMigrations(client, [barns])
  await expect(requireBaseline(client, [gates, barns])).rejects.toThrow(
    'cannot be upgraded. Start with an empty data folder',
  )
  expect(await tablesIn(client)).toEqual(['barns'])
  await requireBaseline(client, [barns, gates])
})

test('migrations are named by the time they were written at, and no two have one name', () => {
  const names = readMigrations().map(({ name }) => name)
  expect(names.filter(name => !/^20\d{12}_[a-z0-9_]+$/.test(name))).toEqual([])
  expect(new Set(names.map(name => name.split('_', 1)[0])).size).toBe(names.length)
})

// Migrations are written by hand in part; the snapshot is what the next one is worked out from.
test('the migrations build the tables, columns, rules and indexes that the snapshot says', async () => {
  const client = await owner(newDatabase())
  const { tables } = JSON.parse(readFileSync(join(migrationsFolder, 'snapshot.json'), 'utf8'))
  expect(await built(client)).toEqual(wanted(Object.values(tables)))
})

type TableSnapshot = {
  name: string
  columns: Record<string, { name: string; type: string; notNull: boolean }>
  indexes: Record<string, { name: string; isUnique: boolean }>
  foreignKeys: Record<string, { name: string }>
  uniqueConstraints: Record<string, { name: string }>
  checkConstraints: Record<string, { name: string }>
}

/** PostgreSQL keeps 63 characters of a name. */
const kept = (name: string) => name.slice(0, 63)

/** A type as PostgreSQL writes it. */
const spelled = (type: string) =>
  type
    .replace(/ collate .*/, '')
    .replace(' (', '(')
    .replace(', ', ',')
    .replace('varchar', 'character varying')

function wanted(tables: TableSnapshot[]): string[] {
  return tables
    .flatMap(({ name: table, columns, indexes, foreignKeys, uniqueConstraints, checkConstraints }) => [
      ...Object.values(columns).map(
        ({ name, type, notNull }) => `${table}.${name} ${spelled(type)}${notNull ? ' not null' : ''}`,
      ),
      ...Object.values(indexes).map(({ name, isUnique }) => `${table} ${isUnique ? 'unique ' : ''}index ${kept(name)}`),
      ...Object.values(foreignKeys).map(({ name }) => `${table} reference ${kept(name)}`),
      ...Object.values(uniqueConstraints).map(({ name }) => `${table} unique ${kept(name)}`),
      ...Object.values(checkConstraints).map(({ name }) => `${table} check ${kept(name)}`),
    ])
    .sort()
}

async function built(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(`
    select c.relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) ||
      case when attnotnull then ' not null' else '' end as part
    from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select t.relname || case when indisunique then ' unique index ' else ' index ' end || i.relname
    from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
    where t.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select c.relname || case contype when 'f' then ' reference ' when 'u' then ' unique ' else ' check ' end || conname
    from pg_constraint join pg_class c on c.oid = conrelid
    where connamespace = 'public'::regnamespace and contype in ('f', 'u', 'c')`)
  return rows.map(({ part }) => part).sort()
}
