import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hashesRun } from '../db/migrations.ts'
import { ifMissing, type Storage } from '../files/storage.ts'
import { signingWith } from '../security/signing.ts'
import { type CompanyLayout, tablesOfCompany } from './companyTables.ts'
import { type BackupSecrets, type Encryption, encryptionOf } from './encryption.ts'
import {
  BackupError,
  contentOf,
  Fingerprint,
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
    const copied: Table[] = []
    for (const [at, table] of tables.entries()) {
      source.onProgress?.(at, tables.length + 1)
      copied.push(await copyTable(client, target, encryption, { ...table, path: `${name}/tables/${table.table}` }))
    }
    const files = await copyFiles(client, source, encryption, name)
    const { sign, publicKey } = await signerIn(client, source.sealingSecret)
    const manifest: Manifest = {
      format: 1,
      tend: source.version,
      made_at: now.toISOString(),
      postgres: (await client.query('show server_version')).rows[0].server_version,
      migrations: [...migrations],
      tables: copied,
      sequences: source.company ? [] : await sequencesIn(client),
      files,
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
     group by 1 order by 1`,
  )
  const jobs = await client.query<{ columns: string[] }>(
    `select array_agg(attname::text order by attnum) as columns from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [jobsTable],
  )
  return [...rows, ...jobs.rows.filter(({ columns }) => columns).map(({ columns }) => ({ table: jobsTable, columns }))]
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

/** Compresses at a level that keeps up with COPY. */
export async function writePart(
  target: Storage,
  path: string,
  content: Readable,
  encryption: Encryption | null = null,
): Promise<Part> {
  const fingerprint = new Fingerprint()
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  content.once('error', error => compress.destroy(error))
  // Where the target cannot be written, nobody reads the compressed rows and hears of their end.
  compress.on('error', () => {})
  const compressed = content.pipe(compress)
  await target.writeAll(path, fingerprint.pass(encryption ? encryption.encrypt(compressed) : compressed))
  return { path, ...partOf(fingerprint, encryption) }
}

const partOf = (fingerprint: Fingerprint, encryption: Encryption | null): Omit<Part, 'path'> => ({
  ...{ bytes: fingerprint.bytes, sha256: fingerprint.digest() },
  ...(encryption && { key: encryption.key }),
})

/** Copies the files that the target does not have yet, and lists all that the database names. */
async function copyFiles(client: Client, source: Source, encryption: Encryption | null, name: string) {
  const { storage, target } = source
  const known = await filesOfLast(target, encryption)
  const own = source.company ? `${source.company.id}/` : ''
  const named = await namedFiles(client, own)
  const sums = { count: 0, total: 0, missing: [] as string[] }
  async function* lines() {
    for await (const { path } of storage.list()) {
      // What an upload has left half written is no file.
      if (partPattern.test(path) || !path.startsWith(own)) continue
      const file = known.get(path) ?? (await copyFile(source, encryption, path))
      // It was deleted while others were copied.
      if (!file) continue
      named.delete(path)
      sums.count++
      sums.total += file.bytes
      yield Buffer.from(`${JSON.stringify(file)}\n`)
    }
  }
  const part = await writePart(target, `${name}/files`, Readable.from(lines()))
  return { ...part, ...sums, missing: [...named] }
}

async function copyFile(
  { storage, target }: Source,
  encryption: Encryption | null,
  path: string,
): Promise<StoredFile | null> {
  const content = await storage.open(path).catch(ifMissing)
  if (!content) return null
  const fingerprint = new Fingerprint()
  const place = contentOf({ path, ...(encryption && { key: encryption.key }) })
  await target.writeAll(place, fingerprint.pass(encryption ? encryption.encrypt(content) : content))
  return { path, ...partOf(fingerprint, encryption) }
}

/** What the newest snapshot lists, encrypted in the same way, and the target still has, by path. */
async function filesOfLast(target: Storage, encryption: Encryption | null): Promise<Map<string, StoredFile>> {
  const known = new Map<string, StoredFile>()
  const last = (await listSnapshots(target)).at(-1)
  if (!last) return known
  const manifest = await readManifest(target, last).catch(error => {
    // All files are copied again then.
    if (error instanceof BackupError) return undefined
    throw error
  })
  if (!manifest) return known
  for await (const file of listFiles(target, manifest)) {
    if (file.key !== encryption?.key) continue
    const size = await target.size(contentOf(file)).catch(ifMissing)
    if (size === file.bytes) known.set(file.path, file)
  }
  return known
}

async function namedFiles(client: Client, folder: string): Promise<Set<string>> {
  const { rows } = await client.query<{ path: string }>('select path from files where starts_with(path, $1)', [folder])
  return new Set(rows.map(({ path }) => path))
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
