/**
 * The drill proves a backup: it is restored into a second database of the same server, compared with the backup line by
 * line, and used by this version of tend. Then that database is dropped.
 */
import { hash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Storage } from '../files/storage.ts'
import { jobsTable, quoted, sameText } from './backUp.ts'
import { type BackupSecrets, Opener } from './encryption.ts'
import { restore } from './restore.ts'
import type { Proof } from './runs.ts'
import { contentOf, listFiles, type Manifest, readManifest, type StoredFile, type Table } from './snapshot.ts'

type Drill = {
  /** The owner's address of the database that people use. */
  ownerUrl: string
  target: Storage
  /** Which snapshot of the target. */
  name: string
  secrets: BackupSecrets
  /** The disk of the database; null where it is another machine's. */
  folder: string | null
  prepare: (url: string) => Promise<void>
  /** Uses the restored database with the backup's files. Throws the fault it finds; how many reads succeeded. */
  use: (url: string, storage: Storage) => Promise<number>
}

/** The second database needs as much as the first, and people continue to write. */
const roomFactor = 1.5

/** Proves a backup. A fault of the backup is answered and not thrown. */
export async function drill({ ownerUrl, target, name, secrets, folder, prepare, use }: Drill): Promise<Proof> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend drill' })
  await client.connect()
  try {
    if (!(await mayCreate(client))) return { proof: 'no_right' }
    if (folder !== null && !(await hasRoom(client, folder))) return { proof: 'no_room' }
    const manifest = await readManifest(target, name)
    await requireOwnKey(client, manifest)
    const opener = new Opener(target, secrets)
    for (const { key } of manifest.tables) if (!(await opener.canOpen(key))) return { proof: 'no_key' }
    return await withSecondDatabase(client, ownerUrl, 'drill', async url => {
      await restore({
        ...{ ownerUrl: url, storage: null, target, name, secrets, isPassing: true },
        prepare: () => prepare(url),
      })
      await compareTables(url, opener, manifest)
      return { proof: 'proved', reads: await use(url, await filesOf(target, opener, manifest)) }
    })
  } catch (error) {
    return { proof: 'failed', reason: (error as Error).message }
  } finally {
    await client.end()
  }
}

export async function mayCreate(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_roles where rolname = current_user and (rolsuper or rolcreatedb)',
  )
  return rowCount === 1
}

/** Whether the disk of a folder has room for the database once more. */
export async function hasRoom(client: Client, folder: string): Promise<boolean> {
  const [{ rows }, disk] = await Promise.all([
    client.query<{ size: string }>('select pg_database_size(current_database()) as size'),
    statfs(folder),
  ])
  return disk.bavail * disk.bsize > roomFactor * Number(rows[0]?.size)
}

/** Makes a database beside the first, in place of what a killed one left, and drops it at the end. */
export async function withSecondDatabase<T>(
  client: Client,
  ownerUrl: string,
  purpose: 'drill' | 'company',
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtext($1)) as is_alone, current_database() as name',
    [`tend ${purpose}`],
  )
  if (!rows[0].is_alone)
    throw new Error(purpose === 'drill' ? 'Another drill is under way.' : 'Another company is being restored.')
  const name = `${rows[0].name.slice(0, 55)}_${purpose}`
  const drop = `drop database if exists ${client.escapeIdentifier(name)} with (force)`
  await client.query('set client_min_messages = warning')
  await client.query(drop)
  await client.query(`create database ${client.escapeIdentifier(name)} template template0`)
  const url = new URL(ownerUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  try {
    return await work(url.toString())
  } finally {
    await client.query(drop)
  }
}

/** @throws Error where others than this tend signed the manifest */
async function requireOwnKey(client: Client, { public_key: publicKey }: Manifest): Promise<void> {
  // Below zero are those of other tends, from which companies came.
  const own = 'select from signing_keys where public_key = $1 and generation > 0'
  const { rowCount } = await client.query(own, [publicKey])
  if (rowCount !== 1) throw new Error('The manifest is not signed by a key of this tend.')
}

/** @throws Error naming the first table whose rows are not those of the backup */
async function compareTables(url: string, opener: Opener, manifest: Manifest): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'tend drill' })
  await client.connect()
  try {
    await client.query(sameText)
    // Which jobs are restored depends on the queues of this version.
    for (const table of manifest.tables.filter(({ table: name }) => name !== jobsTable)) {
      const [kept, restored] = [await sumOfPart(opener, table), await sumOfTable(client, table)]
      if (kept !== restored) throw new Error(`The rows of ${table.table} are not those of the backup: ${restored}`)
    }
  } finally {
    await client.end()
  }
}

const sumOfPart = async (opener: Opener, part: Table) =>
  sumOfLines((await opener.open(part)).pipe(createZstdDecompress()))

function sumOfTable(client: Client, { table, columns }: Table): Promise<string> {
  const names = columns.map(column => client.escapeIdentifier(column)).join(', ')
  return sumOfLines(client.query(copyTo(`copy (select ${names} from ${quoted(client, table)}) to stdout`)))
}

/** The number of lines with the sum of their hashes, in whichever order they come. */
async function sumOfLines(content: Readable): Promise<string> {
  const sum = new Uint32Array(8)
  let lines = 0
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const piece of content) {
    const text: Buffer = Buffer.concat([rest, piece])
    let from = 0
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, from)) {
      const digest = hash('sha256', text.subarray(from, end), 'buffer')
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + digest.readUInt32LE(at * 4)
      lines++
      from = end + 1
    }
    rest = text.subarray(from)
  }
  return `${lines} rows, ${Buffer.from(sum.buffer).toString('hex').slice(0, 16)}`
}

/** The files of a backup as the store that they came from. */
async function filesOf(target: Storage, opener: Opener, manifest: Manifest): Promise<Storage> {
  const listed = new Map<string, StoredFile>()
  for await (const file of listFiles(target, manifest)) listed.set(file.path, file)
  // One that is not listed is missing in the target too.
  const find = (path: string) => {
    const file = listed.get(path) ?? { path, bytes: 0, sha256: '' }
    return { ...file, path: contentOf(file) }
  }
  const open = (path: string) => opener.open(find(path))
  return { ...target, open, read: async path => buffer(await open(path)), size: path => target.size(find(path).path) }
}
