import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { inParallel, inPieces } from '../concurrency/inParallel.ts'
import { hashesRun } from '../db/migrations.ts'
import { ifMissing, type Listed, type Storage } from '../files/storage.ts'
import { signingWith } from '../security/signing.ts'
import { type CompanyLayout, tablesOfCompany } from './companyTables.ts'
import { type BackupSecrets, type Encryption, encryptionOf } from './encryption.ts'
import { FileTable } from './FileTable.ts'
import {
  BackupError,
  contentOf,
  Fingerprint,
  fileAt,
  filesFolder,
  listFiles,
  listSnapshots,
  type Manifest,
  manifestOf,
  type Part,
  partPattern,
  readManifest,
  type StoredFile,
  signatureOf,
  snapshotName,
  type Table,
} from './snapshot.ts'

type Source = {
  /** The owner's address of the database. */
  ownerUrl: string
  storage: Storage
  target: Storage
  /** Version of tend, for the manifest. */
  version: string
  sealingSecret: string | undefined
  secrets: BackupSecrets
  now: Date
  /** Of which company alone an export is made. */
  company?: { id: number; name: string; layout: CompanyLayout }
  /** Hears how far it is: parts done, of how many. */
  onProgress?: (done: number, all: number) => void
}

/** What jobs are still to be done: the queue's own schema comes from its library, so only these rows are kept. */
export const jobsTable = 'pgboss.job'

/** Has a value written in the same way on every server. */
export const sameText = "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'"

/**
 * Backs up the database and the stored files while people work: all tables as of one moment, then the files.
 * @returns the name of the snapshot, and its manifest
 * @throws Error where the target cannot be written; what was written until then is no snapshot
 */
export async function backUp(source: Source): Promise<{ name: string; manifest: Manifest }> {
  const { target, now } = source
  const name = snapshotName(now)
  const client = new Client({ connectionString: source.ownerUrl, application_name: 'tend backup' })
  await client.connect()
  try {
    const migrations = await hashesRun(client)
    await client.query(sameText)
    await client.query('begin isolation level repeatable read read only')
    const tables = await tablesIn(client, source.company)
    const encryption = await encryptionOf(target, source.secrets)
    // Rows wait for PostgreSQL, files for disks. What the rows name was stored before their moment.
    const [copied, { files, ...list }] = await bothOrNone(
      stopped => copyTables(client, source, encryption, { tables, name, stopped }),
      stopped => copyFiles(source, encryption, { name, stopped }),
    )
    const missing: string[] = []
    for await (const path of namedFiles(client, source.company ? `${source.company.id}/` : ''))
      if (files.find(path)?.mark !== mark.listed) missing.push(path)
    const { sign, publicKey } = await signerIn(client, source.sealingSecret)
    const manifest: Manifest = {
      format: 1,
      tend: source.version,
      made_at: now.toISOString(),
      postgres: (await client.query('show server_version')).rows[0].server_version,
      migrations: [...migrations],
      tables: copied,
      sequences: source.company ? [] : await sequencesIn(client),
      files: { ...list, missing },
      public_key: publicKey,
      ...(source.company && { company: { id: source.company.id, name: source.company.name } }),
    }
    const text = JSON.stringify(manifest, null, 1)
    await target.write(signatureOf(name), Buffer.from(sign(text)))
    await target.write(manifestOf(name), Buffer.from(text))
    source.onProgress?.(tables.length + 1, tables.length + 1)
    return { name, manifest }
  } finally {
    await client.end()
  }
}

type Copied = { table: string; columns: string[]; select?: string }

/**
 * Tables that count transactions of this very database: in a restored one they begin again, so that no cursor of an
 * incremental read goes on there (docs/decisions/0128).
 */
const ofThisDatabase = ['changes', 'change_marks']

/** All tables with the columns that are stored; generated ones are made again. */
async function tablesIn(client: Client, company: Source['company']): Promise<Copied[]> {
  if (company)
    return (await tablesOfCompany(client, company.id, company.layout)).map(({ table, columns, select }) => ({
      ...{ table: `public.${table}`, columns: columns.map(({ name }) => name), select },
    }))
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select format('%s.%s', n.nspname, c.relname) as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all($1) group by 1 order by 1`,
    [ofThisDatabase],
  )
  const jobs = await client.query<{ columns: string[] }>(
    `select array_agg(attname::text order by attnum) as columns from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [jobsTable],
  )
  return [...rows, ...jobs.rows.filter(({ columns }) => columns).map(({ columns }) => ({ table: jobsTable, columns }))]
}

/** What both pieces of work return. Where one fails, the other is told to stop and awaited. */
async function bothOrNone<One, Other>(
  one: (stopped: AbortSignal) => Promise<One>,
  other: (stopped: AbortSignal) => Promise<Other>,
): Promise<[One, Other]> {
  const stop = new AbortController()
  const begin = async <T>(work: (stopped: AbortSignal) => Promise<T>) => {
    try {
      return await work(stop.signal)
    } catch (error) {
      stop.abort(error)
      throw error
    }
  }
  const both = [begin(one), begin(other)] as const
  await Promise.allSettled(both)
  // Its reason is what failed first.
  stop.signal.throwIfAborted()
  return Promise.all(both)
}

async function copyTables(
  client: Client,
  { target, onProgress }: Source,
  encryption: Encryption | null,
  { tables, name, stopped }: { tables: Copied[]; name: string; stopped: AbortSignal },
): Promise<Table[]> {
  const copied: Table[] = []
  for (const [at, table] of tables.entries()) {
    stopped.throwIfAborted()
    onProgress?.(at, tables.length + 1)
    copied.push(await copyTable(client, target, encryption, { ...table, path: `${name}/tables/${table.table}` }))
  }
  return copied
}

async function copyTable(
  client: Client,
  target: Storage,
  encryption: Encryption | null,
  { table, columns, path, select }: Copied & { path: string },
): Promise<Table> {
  const names = columns.map(column => client.escapeIdentifier(column)).join(', ')
  const only = table === jobsTable ? " where state < 'completed'" : ''
  const all = select ?? `select ${names} from ${quoted(client, table)}${only}`
  const rows = client.query(copyTo(`copy (${all}) to stdout`))
  const part = await writePart(target, path, rows, encryption)
  return { ...part, table, columns, rows: rows.rowCount }
}

/** The name of a table, with its schema, for a statement. */
export const quoted = (client: Client, table: string) =>
  table
    .split('.')
    .map(part => client.escapeIdentifier(part))
    .join('.')

/** PostgreSQL sends rows in pieces of 8 kB. Each piece goes through a thread, which costs more than its compression. */
const compressedAtOnce = 1024 * 1024

/** Compresses at a level that keeps up with COPY. */
export async function writePart(
  target: Storage,
  path: string,
  content: Readable,
  encryption: Encryption | null = null,
): Promise<Part> {
  const fingerprint = new Fingerprint()
  const params = { [constants.ZSTD_c_compressionLevel]: 3 }
  const compress = createZstdCompress({ params, chunkSize: compressedAtOnce })
  // The target hears of what fails here by the end of what it reads.
  pipeline(content, gather, compress).catch(() => {})
  await target.writeAll(path, fingerprint.pass(encryption ? encryption.encrypt(compress) : compress))
  return { path, ...partOf(fingerprint, encryption) }
}

/** The same bytes in larger pieces. */
async function* gather(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    gathered.push(piece)
    bytes += piece.length
    if (bytes < compressedAtOnce) continue
    yield Buffer.concat(gathered)
    gathered = []
    bytes = 0
  }
  yield Buffer.concat(gathered)
}

const partOf = (fingerprint: Fingerprint, encryption: Encryption | null): Omit<Part, 'path'> => ({
  ...{ bytes: fingerprint.bytes, sha256: fingerprint.digest() },
  ...(encryption && { key: encryption.key }),
})

/** Files of one piece of the list, and how many are worked on at once: a disk and an S3 let each wait. */
const listedAtOnce = 1_000
const copiedAtOnce = 8
/** Files up to this size are read whole, which is faster than in pieces. */
const readWhole = 1024 * 1024

/** Marks of files: the newest snapshot lists it and the target still has it; this backup lists it. */
const mark = { kept: 1, listed: 2 }

/** Copies the files that the target does not have yet, and lists all that the store has. */
async function copyFiles(
  source: Source,
  encryption: Encryption | null,
  { name, stopped }: { name: string; stopped: AbortSignal },
) {
  const { storage, target, company } = source
  const files = await filesOfLast(target, encryption)
  const sums = { count: 0, total: 0 }
  const listOne = async (stored: Listed): Promise<StoredFile | null> => {
    const { path } = stored
    // What an upload has left half written is no file.
    if (partPattern.test(path)) return null
    const known = files.find(path)
    if (known?.mark === mark.kept) {
      known.mark = mark.listed
      return { path, bytes: known.bytes, sha256: known.sha256, ...(encryption && { key: encryption.key }) }
    }
    const copied = await copyFile(source, encryption, stored)
    if (copied) files.set(path, copied, mark.listed)
    return copied
  }
  async function* lines() {
    for await (const some of inPieces(storage.list(company && String(company.id)), listedAtOnce)) {
      stopped.throwIfAborted()
      let text = ''
      for (const file of await inParallel(some, copiedAtOnce, listOne)) {
        // It was deleted while others were copied.
        if (!file) continue
        sums.count++
        sums.total += file.bytes
        text += `${JSON.stringify(file)}\n`
      }
      yield Buffer.from(text)
    }
  }
  const part = await writePart(target, `${name}/files`, Readable.from(lines()))
  return { ...part, ...sums, files }
}

async function copyFile(
  { storage, target }: Source,
  encryption: Encryption | null,
  { path, size }: Listed,
): Promise<StoredFile | null> {
  const bytes = await size().catch(ifMissing)
  if (bytes === null) return null
  const place = contentOf({ path, ...(encryption && { key: encryption.key }) })
  if (bytes <= readWhole && !encryption) {
    const content = await storage.read(path).catch(ifMissing)
    if (!content) return null
    await target.write(place, content)
    return { path, bytes: content.length, sha256: hash('sha256', content) }
  }
  const content = await storage.open(path).catch(ifMissing)
  if (!content) return null
  const fingerprint = new Fingerprint()
  await target.writeAll(place, fingerprint.pass(encryption ? encryption.encrypt(content) : content))
  return { path, ...partOf(fingerprint, encryption) }
}

/** What the newest snapshot lists, encrypted in the same way; what the target still has of it is marked as kept. */
async function filesOfLast(target: Storage, encryption: Encryption | null): Promise<FileTable> {
  const known = new FileTable()
  const last = (await listSnapshots(target)).at(-1)
  if (!last) return known
  const manifest = await readManifest(target, last).catch(error => {
    // All files are copied again then.
    if (error instanceof BackupError) return undefined
    throw error
  })
  if (!manifest) return known
  for await (const file of listFiles(target, manifest)) if (file.key === encryption?.key) known.set(file.path, file)
  const markKept = async ({ path: place, size }: Listed) => {
    const { path, key } = fileAt(place)
    const file = known.find(path)
    if (file && key === encryption?.key && file.bytes === (await size().catch(ifMissing))) file.mark = mark.kept
  }
  for await (const some of inPieces(target.list(filesFolder), listedAtOnce))
    await inParallel(some, copiedAtOnce, markKept)
  return known
}

/** The files that the database names below a folder, from a cursor: their number has no end. */
async function* namedFiles(client: Client, folder: string): AsyncGenerator<string> {
  await client.query({
    text: 'declare named_files no scroll cursor for select path from files where starts_with(path, $1)',
    values: [folder],
  })
  const next = `fetch ${listedAtOnce} from named_files`
  for (let rows = (await client.query(next)).rows; rows.length > 0; rows = (await client.query(next)).rows)
    for (const { path } of rows) yield path
}

async function sequencesIn(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%s.%s', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

/** Signs with the key that seals documents now, so that the fingerprint on paper proves a backup too. */
async function signerIn(client: Client, sealingSecret: string | undefined) {
  const secret = await client.query<{ value: Buffer }>("select value from platform_secrets where name = 'server'")
  const keys = await client.query<{ generation: number }>('select max(generation) as generation from signing_keys')
  const [{ value } = {}] = secret.rows
  const [{ generation } = {}] = keys.rows
  if (!value || !generation) throw new Error('This tend has never been started: there is nothing to back up yet.')
  const signing = signingWith(value, sealingSecret)
  return { sign: (text: string) => signing.sign(generation, text), publicKey: signing.publicKey(generation) }
}
