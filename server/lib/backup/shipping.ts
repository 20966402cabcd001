/**
 * Brings PostgreSQL's log to the backups as it grows, which the server keeps for us by a replication slot, within a
 * bound (postgres/server.ts). Copied are bytes between two positions that are on the disk already, so no file of 16 MB
 * is begun for them.
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { ifMissing, type Storage } from '../files/storage.ts'
import type { Encryption } from './encryption.ts'
import { type Position, pieceOf, positionOf, segmentName, segmentStart, textOf } from './log.ts'
import { contentOf } from './snapshot.ts'

/** Names of the slots of archives, as a pattern of PostgreSQL. */
export const slotPattern = '^tend_[0-9a-f]{12}$'

/** Files that were stored by a transaction that took so long are found too. */
const openTransaction = "interval '15 minutes'"
/** How many files are remembered as copied. */
const maxRemembered = 10_000

type Place = {
  ownerUrl: string
  /** Folder of the cluster, in which the log is. */
  cluster: string
  storage: Storage
  target: Storage
  encryption: () => Promise<Encryption | null>
}

const compress = promisify(zstdCompress)

/** Ships what has been added; each call continues where the last one ended. */
export class Shipping {
  readonly #place: Place
  readonly #copied = new Set<string>()
  #since: Date
  #hasShipped = false

  constructor(place: Place, since: Date) {
    this.#place = place
    this.#since = since
  }

  /**
   * Copies new files, then the log up to now: nothing in the target's log names a file that is not there.
   * @returns the moment up to which all is in the target, and the archive
   */
  async ship(): Promise<{ until: Date; archive: string }> {
    const client = new Client({ connectionString: this.#place.ownerUrl, application_name: 'tend log' })
    await client.connect()
    try {
      const slot = await slotOf(client)
      const until = new Date()
      const { rows } = await client.query<{ to: string; timeline: string; size: string }>(
        `select pg_current_wal_flush_lsn()::text as to, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as
           timeline, (select setting from pg_settings where name = 'wal_segment_size') as size`,
      )
      const [now] = rows
      if (!now) throw new Error('PostgreSQL does not say where its log ends.')
      const encryption = await this.#place.encryption()
      await this.#copyFiles(client, encryption)
      const size = Number(now.size)
      const to = positionOf(now.to)
      // The first page of a file of the log is needed to read any other. Bytes that are there twice are the same.
      let from = slot.isNew ? segmentStart(to, size) : positionOf(slot.from)
      if (!this.#hasShipped) from = segmentStart(from, size)
      while (from < to) {
        const end = segmentStart(from, size) + BigInt(size)
        const next = end < to ? end : to
        await this.#copyLog({ archive: slot.archive, timeline: now.timeline, from, to: next }, size, encryption)
        from = next
      }
      this.#hasShipped = true
      await client.query('select pg_replication_slot_advance($1, $2)', [slotOfArchive(slot.archive), textOf(to)])
      return { until, archive: slot.archive }
    } finally {
      await client.end()
    }
  }

  async #copyLog(
    piece: { archive: string; timeline: string; from: Position; to: Position },
    size: number,
    encryption: Encryption | null,
  ): Promise<void> {
    const { timeline, from, to } = piece
    const file = await open(join(this.#place.cluster, 'pg_wal', segmentName(timeline, from, size)))
    const length = Number(to - from)
    const read = await file
      .read({ buffer: Buffer.alloc(length), position: Number(from - segmentStart(from, size)) })
      .finally(() => file.close())
    if (read.bytesRead !== length) throw new Error(`The log of PostgreSQL is shorter than ${textOf(to)}.`)
    const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }
    const small = await compress(read.buffer, { params })
    const content = encryption ? await buffer(Readable.from(encryption.encrypt(Readable.from([small])))) : small
    await this.#place.target.write(pieceOf({ ...piece, ...(encryption && { key: encryption.key }) }), content)
  }

  async #copyFiles(client: Client, encryption: Encryption | null): Promise<void> {
    const { storage, target } = this.#place
    const { rows } = await client.query<{ path: string; at: Date }>(
      `select place as path, created_at as at from files, unnest(array[path, preview_path]) place
       where place is not null and created_at > $1::timestamptz - ${openTransaction} order by created_at`,
      [this.#since],
    )
    for (const { path, at } of rows) {
      if (this.#copied.has(path)) continue
      const place = contentOf({ path, ...(encryption && { key: encryption.key }) })
      // What a nightly backup has copied is there.
      if ((await target.size(place).catch(ifMissing)) === null) {
        const content = await storage.open(path).catch(ifMissing)
        if (content) await target.writeAll(place, encryption ? encryption.encrypt(content) : content)
      }
      this.#copied.add(path)
      this.#since = at
    }
    for (const path of this.#copied) {
      if (this.#copied.size <= maxRemembered) break
      this.#copied.delete(path)
    }
  }
}

const slotOfArchive = (archive: string) => `tend_${archive}`

/** The slot that keeps the log, made where there is none or where the server has kept no more of it. */
async function slotOf(client: Client): Promise<{ archive: string; from: string; isNew: boolean }> {
  const { rows } = await client.query<{ name: string; from: string | null; status: string | null }>(
    `select slot_name as name, restart_lsn::text as from, wal_status as status from pg_replication_slots
     where slot_name ~ $1`,
    [slotPattern],
  )
  const [found] = rows
  if (found?.from && found.status !== 'lost') return { archive: found.name.slice(5), from: found.from, isNew: false }
  await dropSlots(client)
  const archive = randomBytes(6).toString('hex')
  await client.query('select pg_create_physical_replication_slot($1, true)', [slotOfArchive(archive)])
  return { archive, from: '0/0', isNew: true }
}

/** Lets the server forget its log, where it is not archived any more. */
export async function dropSlots(client: Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name ~ $1 and not active',
    [slotPattern],
  )
}

/** How the last shipping ended, in the data folder, where the health page reads it. */
export type Shipped = { until: string | null; archive: string | null; error: string | null }

const noteOf = (dataDir: string) => join(dataDir, 'log-archive.json')

export async function noteShipped(dataDir: string, shipped: Shipped): Promise<void> {
  const draft = `${noteOf(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(shipped), { mode: 0o600 })
  await rename(draft, noteOf(dataDir))
}

export async function lastShipped(dataDir: string): Promise<Shipped | null> {
  const text = await readFile(noteOf(dataDir), 'utf8').catch(ifMissing)
  return text === null ? null : JSON.parse(text)
}
