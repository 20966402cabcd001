import { stat, statfs } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyMigrations, hashesRun, readMigrations } from '../db/migrations.ts'
import { ifMissing, type Storage } from '../files/storage.ts'
import { jobsTable, quoted } from './backUp.ts'
import { type BackupSecrets, Opener } from './encryption.ts'
import { BackupError, contentOf, findDamage, listFiles, type Manifest, readManifest, type Table } from './snapshot.ts'

/** A backup to restore, and what opens it. */
export type Source = {
  target: Storage
  /** Whether an export of one company is wanted as well: the database then holds that one alone. */
  isOneCompany?: boolean
  /** Which snapshot of the target. */
  name: string
  secrets: BackupSecrets
  /**
   * Folders of this machine whose disks must have room: the database's and that of the files; null for one on
   * another machine.
   */
  disks?: { database: string | null; files: string | null }
}

type Destination = Source & {
  /** The owner's address of a database without accounts. */
  ownerUrl: string
  /** Where the files go; null where only the database is wanted. */
  storage: Storage | null
  /** Whether the database goes again at once: its tables then write nothing to the server's log. */
  isPassing?: boolean
  /** Makes the job queue's schema in the database. */
  prepare: () => Promise<void>
  onProgress?: (done: number, all: number) => void
}

/** Rows take about five times as much without compression, and their indexes and the log of the database the rest. */
const spaceOfRows = 8

/**
 * Restores a snapshot into a database without accounts and a file store. All that was in the database is replaced in
 * one transaction, so a restore that fails or is killed leaves it as it was. The start that follows runs the migrations
 * that the snapshot lacks.
 * @throws BackupError that names the fault before anything is written, or that the database is in use
 */
export async function restore(destination: Destination): Promise<Manifest> {
  const { target, name, ownerUrl, storage, prepare, secrets, onProgress } = destination
  const manifest = await requireRestorable(destination)
  const opener = new Opener(target, secrets)
  // Reading all parts to check them takes about as long as writing them.
  const progress = { done: 0, all: 2 * (manifest.tables.length + manifest.files.count) }
  const advance = () => onProgress?.(progress.done++, progress.all)
  const damage = await findDamage(target, manifest, advance)
  if (damage.length > 0)
    throw new BackupError(
      'damaged',
      `The backup ${name} is damaged, and nothing was restored:\n  ${damage.slice(0, maxNamed).join('\n  ')}`,
      damage.slice(0, maxNamed),
    )
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend restore' })
  await client.connect()
  const copied: string[] = []
  try {
    await client.query('set client_min_messages = warning')
    await requireUnused(client)
    if (storage) await restoreFiles(storage, target, opener, manifest, copied, advance)
    await prepare()
    await client.query('begin')
    await removeUnused(client)
    await hashesRun(client)
    await applyMigrations(client, migrationsOf(manifest))
    await restoreTables(client, opener, manifest, advance, destination.isPassing ?? false)
    await client.query('commit')
    onProgress?.(progress.all, progress.all)
    return manifest
  } catch (error) {
    // A disk that is full stays full otherwise.
    for (const path of copied) await storage?.remove(path).catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

/** Damaged parts that are named; the others are counted by nobody. */
const maxNamed = 20

/**
 * Checks what takes no time: that a backup is there, was made by this version or an earlier one, can be decrypted, and
 * that there is room.
 * @throws BackupError
 */
export async function requireRestorable({ target, name, secrets, disks, isOneCompany }: Source): Promise<Manifest> {
  const manifest = await readManifest(target, name)
  if (manifest.company && !isOneCompany)
    throw new BackupError(
      'not_there',
      `${name} is an export of the company ${manifest.company.name}. Bring it into a running tend with --company.`,
    )
  if (migrationsOf(manifest).length < manifest.migrations.length)
    throw new BackupError(
      'newer',
      `The backup ${name} was made by tend ${manifest.tend}, which is newer than this one. Update first.`,
    )
  const opener = new Opener(target, secrets)
  for (const { key } of manifest.tables) await opener.requireKey(key)
  await requireRoom(manifest, disks)
  return manifest
}

const migrationsOf = ({ migrations }: Manifest) => readMigrations().filter(({ hash }) => migrations.includes(hash))

async function requireRoom({ tables, files }: Manifest, disks: Source['disks']): Promise<void> {
  const rows = tables.reduce((sum, { bytes }) => sum + bytes, 0) * spaceOfRows
  const needs = new Map<number, { folder: string; bytes: number }>()
  for (const [folder, bytes] of [[disks?.database, rows] as const, [disks?.files, files.total] as const]) {
    if (!folder) continue
    const { dev } = await stat(folder)
    needs.set(dev, { folder, bytes: bytes + (needs.get(dev)?.bytes ?? 0) })
  }
  for (const { folder, bytes } of needs.values()) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize >= bytes) continue
    const [needed, free] = [bytes, bavail * bsize].map(inGigabytes)
    throw new BackupError('no_room', `The restore needs about ${needed} in ${folder}, where ${free} are free.`, [
      `${needed} / ${free}`,
    ])
  }
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** @throws BackupError where the database holds accounts, or another restore is under way */
async function requireUnused(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtext('tend restore')) as is_alone,
       to_regclass('public.users') is not null as has_users`,
  )
  if (!rows[0].is_alone) throw new BackupError('under_way', 'Another restore into this database is under way.')
  if (!rows[0].has_users) return
  const users = await client.query('select from users limit 1')
  if (users.rowCount) throw new BackupError('in_use', 'The database already holds accounts. Restore into an empty one.')
}

/** Removes the tables of an installation that nobody has used yet, within the transaction that brings the others. */
async function removeUnused(client: Client): Promise<void> {
  // Nobody makes an account between the look and the end.
  const { rows } = await client.query("select to_regclass('public.users') is not null as has_users")
  if (rows[0].has_users) await client.query('lock table users in access exclusive mode')
  await requireUnused(client)
  await client.query('drop schema if exists drizzle cascade')
  await client.query(`delete from ${jobsTable}`)
  const tables = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  if (tables.rowCount === 0) return
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

async function restoreFiles(
  storage: Storage,
  target: Storage,
  opener: Opener,
  manifest: Manifest,
  copied: string[],
  advance: () => void,
): Promise<void> {
  for await (const file of listFiles(target, manifest)) {
    advance()
    const { path, bytes, key } = file
    // An encrypted one is larger than what it holds.
    if (!key && (await storage.size(path).catch(ifMissing)) === bytes) continue
    copied.push(path)
    await storage.writeAll(path, await opener.open({ ...file, path: contentOf(file) }))
  }
}

async function restoreTables(
  client: Client,
  opener: Opener,
  manifest: Manifest,
  advance: () => void,
  isPassing: boolean,
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
  for (const table of manifest.tables) {
    advance()
    if (table.table === jobsTable) await restoreJobs(client, opener, table)
    else await copyIn(client, opener, table, quoted(client, table.table))
  }
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [quoted(client, name), value])
  for (const statement of references) await client.query(statement)
  for (const { table } of tables) await client.query(`alter table ${quoted(client, table)} enable trigger user`)
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
