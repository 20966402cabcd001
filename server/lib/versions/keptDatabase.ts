/**
 * The way back over a changed schema: before a new version runs its migrations, the database is copied beside itself on
 * the same server, and `tend rollback` swaps the two names in one transaction. Nobody is connected at either moment,
 * because a tend that starts does both before it opens its own connections.
 */
import { Client } from 'pg'
import { hasRoom } from '../backup/drill.ts'
import { hashesRun, readMigrations } from '../db/migrations.ts'
import { type CurrentVersion, readCurrent, writeCurrent } from './versions.ts'

type Data = {
  dataDir: string
  /** The owner's address of the database. */
  ownerUrl: string
  /** Whether the database lies in the data folder, on a disk of this machine. */
  isOwnDisk: boolean
  say: (line: string) => void
}

/** A start that comes later removes what was kept, unless an update did before. */
const keptMs = 14 * 24 * 3600_000

/** Names of databases have 63 bytes at most. */
const beside = (name: string, what: 'before' | 'after') => `${name.slice(0, 56)}_${what}`

/**
 * What has to be done with the database before a version starts on it: it is kept before migrations of a version that
 * never served, and brought back for the version that is returned to, or whose successor failed.
 * @returns false where this version is not to start, because another one is named now
 */
export async function prepareForVersion(data: Data, version: string): Promise<boolean> {
  const record = readCurrent(data.dataDir)
  if (!record) return true
  if (record.isReturning) {
    await finishReturn(data, record)
    return false
  }
  if (record.state === 'new' && record.current === version && record.migrations.length > 0) await keep(data, record)
  // It failed after its migrations had run, and nobody has worked with it.
  if (record.state === 'failed' && record.keptAt !== null && (await runsUnknown(data.ownerUrl))) await swap(data)
  if (record.state === 'served' && record.keptAt !== null && Date.now() - Date.parse(record.keptAt) > keptMs) {
    await onServer(data.ownerUrl, dropKept)
    writeCurrent(data.dataDir, { ...record, keptAt: null })
  }
  return true
}

/** Brings the kept database back, and names the former version. Done again, it finds nothing left to do. */
export async function finishReturn(data: Data, record: CurrentVersion): Promise<void> {
  data.say(`Returning to tend ${record.former}, and to the database as it was at ${record.keptAt}`)
  await swap(data)
  const { former } = record
  writeCurrent(data.dataDir, { ...record, current: former, state: 'served', isReturning: false, keptAt: null })
}

async function keep({ dataDir, ownerUrl, isOwnDisk, say }: Data, record: CurrentVersion): Promise<void> {
  if (!(await lacksMigrations(ownerUrl))) return
  const room = new Client({ connectionString: ownerUrl, application_name: 'tend update' })
  await room.connect()
  const isTooFull = isOwnDisk && !(await hasRoom(room, dataDir))
  await room.end()
  if (isTooFull) return say('The database is not kept for a rollback: the disk has no room for it twice')
  const notKept = await onServer(ownerUrl, async (client, name) => {
    await dropKept(client, name)
    const copy = client.escapeIdentifier(beside(name, 'before'))
    // The other strategy writes all of it to the log.
    await client.query(`create database ${copy} template ${client.escapeIdentifier(name)} strategy file_copy`)
  }).catch((error: Error) => error)
  if (!notKept) writeCurrent(dataDir, { ...record, keptAt: new Date().toISOString() })
  else say(`The database is not kept for a rollback: ${notKept.message}`)
}

async function dropKept(client: Client, name: string): Promise<void> {
  for (const what of ['before', 'after'] as const)
    await client.query(`drop database if exists ${client.escapeIdentifier(beside(name, what))} with (force)`)
}

async function swap({ ownerUrl }: Data): Promise<void> {
  await onServer(ownerUrl, async (client, name) => {
    const [own, before, after] = [name, beside(name, 'before'), beside(name, 'after')]
    const { rowCount } = await client.query('select from pg_database where datname = $1', [before])
    if (rowCount === 0) return
    await client.query(`drop database if exists ${client.escapeIdentifier(after)} with (force)`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname in ($1, $2)', [
      own,
      before,
    ])
    const rename = (from: string, to: string) =>
      client.query(`alter database ${client.escapeIdentifier(from)} rename to ${client.escapeIdentifier(to)}`)
    await client.query('begin')
    await rename(own, after)
    await rename(before, own)
    await client.query('commit')
  })
}

/** The tables in which rows were written since a moment, with how many. */
export async function writtenSince(ownerUrl: string, since: string): Promise<{ table: string; rows: number }[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend rollback' })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public'
       and column_name = 'created_at' and data_type = 'timestamp with time zone' order by 1`,
    )
    const written: { table: string; rows: number }[] = []
    for (const { name } of tables) {
      const table = client.escapeIdentifier(name)
      const { rows } = await client.query(`select count(*)::int as count from ${table} where created_at > $1`, [since])
      if (rows[0].count > 0) written.push({ table: name, rows: rows[0].count })
    }
    return written.sort((one, other) => other.rows - one.rows)
  } finally {
    await client.end()
  }
}

/** How many nodes use the database now, and its bytes. */
export async function usageOf(ownerUrl: string): Promise<{ nodes: number; bytes: number }> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend update' })
  await client.connect()
  try {
    const { rows } = await client.query<{ nodes: number; bytes: string }>(
      `select (select count(*)::int from realtime_nodes where expires_at > clock_timestamp()) as nodes,
         pg_database_size(current_database()) as bytes`,
    )
    return { nodes: rows[0]?.nodes ?? 0, bytes: Number(rows[0]?.bytes ?? 0) }
  } finally {
    await client.end()
  }
}

/** Hashes of the migrations that a database has run. */
export async function migrationsRun(ownerUrl: string): Promise<Set<string>> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend rollback' })
  await client.connect()
  try {
    return await hashesRun(client)
  } finally {
    await client.end()
  }
}

async function lacksMigrations(ownerUrl: string): Promise<boolean> {
  const done = await migrationsRun(ownerUrl)
  return done.size > 0 && readMigrations().some(({ hash }) => !done.has(hash))
}

async function runsUnknown(ownerUrl: string): Promise<boolean> {
  const known = new Set(readMigrations().map(({ hash }) => hash))
  return [...(await migrationsRun(ownerUrl))].some(hash => !known.has(hash))
}

/** Works beside the database, whose name nothing can change while somebody is in it. */
async function onServer<T>(ownerUrl: string, work: (client: Client, name: string) => Promise<T>): Promise<T> {
  const url = new URL(ownerUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.toString(), application_name: 'tend versions' })
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    return await work(client, name)
  } finally {
    await client.end()
  }
}
