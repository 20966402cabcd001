import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyMigrations, hashesRun, readMigrations } from '../db/migrations.ts'
import { ifMissing, type Storage } from '../files/storage.ts'
import { jobsTable, quoted } from './backUp.ts'
import { type BackupSecrets, Opener } from './encryption.ts'
import { contentOf, findDamage, listFiles, type Manifest, readManifest, type Table } from './snapshot.ts'

type Destination = {
  /** The owner's address of an empty database. */
  ownerUrl: string
  /** Where the files go; null where only the database is wanted. */
  storage: Storage | null
  target: Storage
  /** Which snapshot of the target. */
  name: string
  secrets: BackupSecrets
  /** Whether the database goes again at once: its tables then write nothing to the server's log. */
  isPassing?: boolean
  /** Makes the job queue's schema in the database. */
  prepare: () => Promise<void>
  onProgress?: (done: number, all: number) => void
}

/**
 * Restores a snapshot into an empty database and file store. All tables come in one transaction, so a restore that is
 * killed leaves the database as empty as it was. The start that follows runs the migrations that the snapshot lacks.
 * @throws Error that names what is damaged before anything is written, or that the database is in use
 */
export async function restore(destination: Destination): Promise<Manifest> {
  const { target, name, ownerUrl, storage, prepare } = destination
  const manifest = await readManifest(target, name)
  const opener = new Opener(target, destination.secrets)
  for (const { key } of manifest.tables) await opener.requireKey(key)
  const damage = await findDamage(target, manifest)
  if (damage.length > 0)
    throw new Error(`The backup ${name} is damaged, and nothing was restored:\n  ${damage.slice(0, 20).join('\n  ')}`)
  const migrations = readMigrations().filter(({ hash }) => manifest.migrations.includes(hash))
  if (migrations.length < manifest.migrations.length)
    throw new Error(`The backup ${name} was made by tend ${manifest.tend}, which is newer than this one. Update first.`)
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend restore' })
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    await requireEmpty(client)
    if (storage) await restoreFiles(storage, target, opener, manifest)
    await prepare()
    await client.query('begin')
    await hashesRun(client)
    await applyMigrations(client, migrations)
    await restoreTables(client, opener, manifest, destination)
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}

/** Removes the tables of an installation that nobody has used yet. */
async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('public.users') is not null as has_users")
  if (rows[0].has_users) {
    const users = await client.query('select from users limit 1')
    if (users.rowCount) throw new Error('The database already holds accounts. Restore into an empty one.')
  }
  await client.query('drop schema if exists drizzle, pgboss cascade')
  const tables = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  if (tables.rowCount === 0) return
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

async function restoreFiles(storage: Storage, target: Storage, opener: Opener, manifest: Manifest): Promise<void> {
  for await (const file of listFiles(target, manifest)) {
    const { path, bytes, key } = file
    // An encrypted one is larger than what it holds.
    if (!key && (await storage.size(path).catch(ifMissing)) === bytes) continue
    await storage.writeAll(path, await opener.open({ ...file, path: contentOf(file) }))
  }
}

async function restoreTables(
  client: Client,
  opener: Opener,
  manifest: Manifest,
  { onProgress, isPassing }: Destination,
): Promise<void> {
  const tables = manifest.tables.filter(({ table }) => table !== jobsTable)
  const names = tables.map(({ table }) => quoted(client, table)).join(', ')
  // References are made again at the end, where each is checked once for all rows.
  const references = await takeReferences(client)
  for (const { table } of tables) await client.query(`alter table ${quoted(client, table)} disable trigger user`)
  // A log that the backups keep (shipping.ts) would be as large as the database each night.
  if (isPassing) for (const { table } of tables) await client.query(`alter table ${quoted(client, table)} set unlogged`)
  // Migrations leave some rows of their own.
  await client.query(`truncate ${names}`)
  for (const [at, table] of manifest.tables.entries()) {
    onProgress?.(at, manifest.tables.length)
    if (table.table === jobsTable) await restoreJobs(client, opener, table)
    else await copyIn(client, opener, table, quoted(client, table.table))
  }
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [quoted(client, name), value])
  for (const statement of references) await client.query(statement)
  for (const { table } of tables) await client.query(`alter table ${quoted(client, table)} enable trigger user`)
  onProgress?.(manifest.tables.length, manifest.tables.length)
}

/** Drops all references between tables; the statements that make them again. */
async function takeReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`)
  return rows.map(
    ({ table, name, definition }) =>
      `alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`,
  )
}

/** @throws Error where other rows arrive than the manifest counts */
async function copyIn(client: Client, opener: Opener, part: Table, into: string) {
  const { table, columns, rows } = part
  const names = columns.map(column => client.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`copy ${into} (${names}) from stdin`))
  await pipeline(await opener.open(part), createZstdDecompress(), copy)
  if (copy.rowCount !== rows) throw new Error(`${table} has ${copy.rowCount} rows instead of ${rows}.`)
}

/** Jobs of queues that this version still has, each once. */
async function restoreJobs(client: Client, opener: Opener, table: Table): Promise<void> {
  const names = table.columns.map(column => client.escapeIdentifier(column)).join(', ')
  await client.query(`create temp table restored_jobs on commit drop as select ${names} from ${jobsTable} limit 0`)
  await copyIn(client, opener, table, 'restored_jobs')
  // What was under way then is under way no more.
  await client.query("update restored_jobs set state = 'retry' where state = 'active'")
  await client.query(
    `insert into ${jobsTable} (${names}) select ${names} from restored_jobs
     where name in (select name from pgboss.queue) on conflict do nothing`,
  )
}
