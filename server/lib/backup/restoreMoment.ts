/**
 * Restores the database that comes with tend as it was at a moment: the last copy of its folder before that, and of the
 * log what was written until then. PostgreSQL reads the log as a standby does, from files that we put into its folder
 * as it comes to need them, so no command of the system is involved.
 */
import { chownSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { ifMissing, type Storage } from '../files/storage.ts'
import type { Place } from '../postgres/place.ts'
import { type Recovering, recoverPostgres } from '../postgres/recovering.ts'
import { type BackupSecrets, Opener } from './encryption.ts'
import {
  type Base,
  baseContentOf,
  listLog,
  type Piece,
  type Position,
  platform,
  positionOf,
  readBase,
  segmentName,
  segmentStart,
} from './log.ts'
import { BackupError, Fingerprint, filesFolder, listFiles, manifestOf, readManifest } from './snapshot.ts'
import { unpack } from './tar.ts'

type Wanted = {
  dataDir: string
  /** Where the stored files go. */
  storage: Storage
  target: Storage
  secrets: BackupSecrets
  /** Null for the latest moment that the log has. */
  at: Date | null
  onProgress?: (done: number, all: number) => void
}

export type Restored = {
  /** The backup that it began with. */
  name: string
  /** When the last change was made that is in it. */
  until: Date | null
  files: number
  /** Files that the database names and the backups have not. */
  missing: string[]
}

/** How many files of the log lie ready before the server. */
const aheadSegments = 16
const lookMs = 100
/** How long nothing may happen before the server is taken to have replayed everything. */
const stillMs = 3000
/** Nothing that it still has to apply takes so long to begin with. */
const stuckMs = 10 * 60_000

/** The log that there is has no change after the moment. */
class MomentIsLater extends Error {}

/**
 * Restores into a data folder without a database.
 * @throws BackupError that names the missing or damaged part before anything is written
 */
export async function restoreMoment(wanted: Wanted): Promise<Restored> {
  const { target, at } = wanted
  const found = await listLog(target)
  const { name, base } = await baseBefore(target, found.bases, at)
  const opener = new Opener(target, wanted.secrets)
  await opener.requireKey(base.key)
  await requireWhole(target, name, base)
  const log = new Log(opener, base, found.pieces)
  const attempt = (until: Date | null) => recoverUntil(wanted, { name, base, opener, log, files: found.files }, until)
  return attempt(at).catch(error => {
    if (error instanceof MomentIsLater) return attempt(null)
    throw error
  })
}

type Source = { name: string; base: Base; opener: Opener; log: Log; files: string[] }

function recoverUntil(wanted: Wanted, source: Source, at: Date | null): Promise<Restored> {
  const { name, base, opener, log } = source
  return recoverPostgres({
    dataDir: wanted.dataDir,
    settings: {
      ...{ hot_standby: 'on', recovery_target_timeline: 'current', wal_retrieve_retry_interval: '50ms' },
      // A standby needs as many as the server had that wrote the log.
      max_connections: '1500',
      ...(at && { recovery_target_time: asServerTime(at), recovery_target_action: 'promote' }),
    },
    fill: async place => {
      const content = await opener.open({ ...base, path: baseContentOf(name) })
      await unpack(content.pipe(createZstdDecompress()), place.home)
      await writeFile(join(place.cluster, 'backup_label'), base.label, { mode: 0o600 })
      await writeFile(join(place.cluster, 'standby.signal'), '', { mode: 0o600 })
    },
    help: recovering => feed(recovering, log, base, at !== null, wanted.onProgress),
    use: async url => {
      const client = new Client({ connectionString: url, application_name: 'tend restore' })
      await client.connect()
      try {
        const { rows } = await client.query('select pg_last_xact_replay_timestamp() as until')
        return { name, until: rows[0].until, ...(await restoreFiles(client, wanted, source)) }
      } finally {
        await client.end()
      }
    },
  })
}

/** As PostgreSQL reads a time in its settings. */
const asServerTime = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00')

/** @throws BackupError where no copy was whole by then */
async function baseBefore(target: Storage, names: string[], at: Date | null): Promise<{ name: string; base: Base }> {
  let first: Base | undefined
  for (const name of names.toReversed()) {
    const base = await readBase(target, name)
    if (!base) continue
    if (!at || Date.parse(base.whole_at) <= at.getTime()) {
      if (base.platform !== platform)
        throw new BackupError(
          'unreadable',
          `This log is of a machine of the kind ${base.platform}, and this is ${platform}.`,
        )
      return { name, base }
    }
    first = base
  }
  throw new BackupError(
    'unreadable',
    first
      ? `The first moment that can be restored is ${first.whole_at}.`
      : 'There is no log of a database here (BACKUP_CONTINUOUS). Restore a backup without --at.',
  )
}

async function requireWhole(target: Storage, name: string, base: Base): Promise<void> {
  const fingerprint = new Fingerprint()
  const content = await target.open(baseContentOf(name)).catch(ifMissing)
  if (content) for await (const _ of fingerprint.pass(content));
  if (fingerprint.bytes !== base.bytes || fingerprint.digest() !== base.sha256)
    throw new BackupError('damaged', `The copy of the database in ${name} is damaged, and nothing was restored.`)
}

/** The log of one archive, from where a copy needs it up to its end or its first gap. */
class Log {
  readonly #opener: Opener
  readonly #base: Base
  readonly #pieces: Piece[]
  readonly timeline: string
  readonly start: Position
  readonly end: Position

  constructor(opener: Opener, base: Base, all: Piece[]) {
    this.#opener = opener
    this.#base = base
    this.start = segmentStart(positionOf(base.from), base.segment_size)
    this.#pieces = all.filter(({ archive, to }) => archive === base.archive && to > this.start)
    this.timeline = this.#pieces[0]?.timeline ?? ''
    let end = this.start
    for (const { from, to } of this.#pieces) if (from <= end && to > end) end = to
    this.end = end
    if (end < positionOf(base.to))
      throw new BackupError(
        'damaged',
        'The log after the copy of the database is not whole: restore an earlier moment.',
      )
  }

  get segmentSize(): number {
    return this.#base.segment_size
  }

  /** One file of it, with zeros after its end. */
  async segment(start: Position): Promise<Buffer> {
    const content = Buffer.alloc(this.segmentSize)
    const end = start + BigInt(this.segmentSize)
    for (const { path, key, from, to } of this.#pieces) {
      if (from >= end || to <= start || from >= this.end) continue
      const opened: Readable = await this.#opener.open({ path, bytes: 0, sha256: '', ...(key && { key }) })
      const bytes = await buffer(opened.pipe(createZstdDecompress()))
      if (BigInt(bytes.length) !== to - from) throw new BackupError('damaged', `${path} is damaged.`)
      bytes.copy(content, Number(from - start))
    }
    return content
  }
}

/** Puts the log into the server's folder, as far as it needs it, and ends its waiting for more. */
async function feed(
  { place, connect, signal }: Recovering,
  log: Log,
  base: Base,
  hasTarget: boolean,
  onProgress: Wanted['onProgress'],
): Promise<void> {
  const size = BigInt(log.segmentSize)
  let given = log.start
  let replayed = log.start
  let movedAt = Date.now()
  let isPromoted = false
  let client: Client | undefined
  const end = () => client?.end().catch(() => {})
  try {
    while (!signal.aborted) {
      // It takes connections once the copy is whole, so until then it gets what that needs.
      const needed = replayed > positionOf(base.to) ? replayed : positionOf(base.to)
      for (; given < log.end && given <= needed + size * BigInt(aheadSegments); given += size)
        await putSegment(place, segmentName(log.timeline, given, log.segmentSize), await log.segment(given))
      client ??= await connect()
      const position = client && (await replayPosition(client))
      if (position === 'ended') return
      if (position === undefined) client = void end()
      else if (position > replayed) {
        replayed = position
        movedAt = Date.now()
        onProgress?.(Number(replayed - log.start), Number(log.end - log.start) + 1)
      }
      const stillFor = Date.now() - movedAt
      const isAtEnd = given >= log.end && replayed >= segmentStart(log.end - 1n, log.segmentSize)
      if (client && isAtEnd && stillFor > stillMs && !isPromoted) {
        if (hasTarget) throw new MomentIsLater()
        await client.query('select pg_promote(false)')
        isPromoted = true
      }
      if (stillFor > stuckMs) throw new BackupError('unreadable', 'PostgreSQL does not get on with its log.')
      await sleep(lookMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    await end()
  }
}

/** How far the server has come; 'ended' where it does not recover any more, undefined where it is away. */
async function replayPosition(client: Client): Promise<Position | 'ended' | undefined> {
  const found = await client
    .query<{ recovers: boolean; at: string | null }>(
      'select pg_is_in_recovery() as recovers, pg_last_wal_replay_lsn()::text as at',
    )
    .catch(() => undefined)
  const [row] = found?.rows ?? []
  if (row && !row.recovers) return 'ended'
  return row?.at ? positionOf(row.at) : undefined
}

async function putSegment({ cluster, identity }: Place, name: string, content: Buffer): Promise<void> {
  const draft = join(cluster, 'pg_wal', `.${name}`)
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(content)
  await file.sync()
  await file.close()
  if (identity) chownSync(draft, identity.uid, identity.gid)
  await rename(draft, join(cluster, 'pg_wal', name))
}

/** Copies the files that the database names, and those that were there without a row when the copy was made. */
async function restoreFiles(client: Client, { storage, target }: Wanted, { name, opener, files }: Source) {
  const places = new Map<string, { path: string; key?: string }>()
  for (const path of files) {
    const [, plain = '', key] = /^(.+?)(?:\.([0-9a-f]{16})\.age)?$/.exec(path.slice(filesFolder.length)) ?? []
    // One that lies there in several ways is read where that is possible.
    if (!places.has(plain) || (await opener.canOpen(key))) places.set(plain, { path, ...(key && { key }) })
  }
  const { rows } = await client.query<{ path: string }>(
    'select place as path from files, unnest(array[path, preview_path]) place where place is not null order by 1',
  )
  const named = new Set(rows.map(({ path }) => path))
  const wanted = new Set([...named, ...(await filesOfSnapshot(target, name))])
  for (const path of wanted) {
    const found = places.get(path)
    if (found) await storage.writeAll(path, await opener.open({ ...found, bytes: 0, sha256: '' }))
  }
  const missing = [...named].filter(path => !places.has(path))
  return { files: named.size - missing.length, missing }
}

async function filesOfSnapshot(target: Storage, name: string): Promise<string[]> {
  const paths: string[] = []
  if ((await target.size(manifestOf(name)).catch(ifMissing)) === null) return paths
  for await (const { path } of listFiles(target, await readManifest(target, name))) paths.push(path)
  return paths
}
