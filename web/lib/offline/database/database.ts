/**
 * The database of one person on this device. Each has their own: nobody reads or sends another's work.
 *
 * Systems close it under memory pressure, without asking and in the middle of a write (iOS does). So nobody holds on to it:
 * `inDatabase` opens it when it is needed and does the work again when it was closed meanwhile. Work must therefore be repeatable.
 *
 * What is written is sealed under the person's key (`sealing.ts`), which is here for as long as they are signed in.
 */
import { Dexie, type Table } from 'dexie'
import { indexesOfNouns, laterTablesOfNouns, tablesOfNouns } from '../../../deviceTables.ts'
import { cachedKey, fetchMissingKey, findEncryptionKey, visitorId } from '../../encryption/deviceKey.ts'
import { encryption, everyTable, type PlainMark, plainMark, plainTable } from '../../encryption/encryption.ts'
import type { OutboxEntry } from '../outboxHandler.ts'
import { fullDevice } from './fullDevice.ts'
import { isQuotaError } from './isQuotaError.ts'
import { noteFailedWrite } from './soundLog.ts'

export const nameOf = (userId: number) => `tend-${userId}`

export class OfflineDatabase extends Dexie {
  declare entries: Table<OutboxEntry, string>
  declare plain: Table<PlainMark, string>
  /** Set whenever work begins; null where this device has no key. */
  key: CryptoKey | null = null

  constructor(userId: number) {
    // Strict: a write is reported when it is on the disk, not when the system has promised to write it.
    super(nameOf(userId), { chromeTransactionDurability: 'strict', cache: 'disabled' })
    // The second version is sealed: pages of the first cannot open it, and must not.
    this.version(2).stores({ entries: ['uuid, state, updated_at', ...indexesOfNouns].join(), ...tablesOfNouns })
    for (const [version, tables] of Object.entries(laterTablesOfNouns)) this.version(Number(version)).stores(tables)
    // Earlier versions noted in local storage that something lay openly, which a kill of the browser could undo.
    this.version(5)
      .stores({ [plainTable]: 'table' })
      .upgrade(transaction => transaction.table(plainTable).put(plainMark(everyTable)))
    // Visitors never have a key.
    this.use(encryption({ keyNow: () => this.key, isMarked: userId !== visitorId }))
  }
}

const dropListeners = new Set<() => void>()

/** Calls back when the browser closed a database by itself, perhaps because it dropped it, until the returned function is called. */
export function whenDropped(listener: () => void): () => void {
  dropListeners.add(listener)
  return () => dropListeners.delete(listener)
}

/** Says that a database was dropped, for whoever found that out in another way. */
export function tellDropped(): void {
  for (const listener of dropListeners) listener()
}

const open = new Map<number, OfflineDatabase>()

function databaseOf(userId: number): OfflineDatabase {
  const found = open.get(userId)
  if (found) return found
  const made = new OfflineDatabase(userId)
  made.on('close', () => {
    // One that this page left, or could not even open, was not dropped: whoever looks after a drop would look again for ever.
    if (open.get(userId) === made && made.isOpen()) tellDropped()
  })
  open.set(userId, made)
  return made
}

/** What this page has open of a person. */
export const openDatabase = (userId: number): OfflineDatabase | undefined => open.get(userId)

/** Closes it; whoever asks next opens it anew. */
export function leaveDatabase(userId: number, database: OfflineDatabase | undefined): void {
  if (open.get(userId) === database) open.delete(userId)
  database?.close()
}

const nothing = () => undefined
const retries = 4
const pause = (ms: number) => new Dexie.Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Does something in a person's database, again from the start if it was closed underneath.
 * Throws what the work throws, `SignedOutError`, `KeyUnavailableError`, and the database's own error when it stays shut.
 */
export async function inDatabase<T>(userId: number, work: (database: OfflineDatabase) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let database: OfflineDatabase | undefined
    try {
      // Dexie's own promise: a live query would lose its thread over another.
      const found = cachedKey(userId) ?? (await Dexie.Promise.resolve(findEncryptionKey(userId)))
      // It may have come while it was looked for, and be in use already.
      const key = cachedKey(userId) ?? found
      database = databaseOf(userId)
      database.key = key
      fullDevice().catch(nothing)
      return await unlessDropped(database, work)
    } catch (error) {
      noteFailedWrite(error)
      const isShut = !database || database.hasFailed()
      // One that could not be opened says the same for ever, also when there is room again.
      if (isShut) leaveDatabase(userId, database)
      // The key went with the rest of the site's data: the server gives it again to whoever is signed in.
      if (isNoKey(error) && attempt < retries) await Dexie.Promise.resolve(fetchMissingKey(userId))
      else if (attempt === retries || !isLost(error)) throw error
      leaveDatabase(userId, database)
      await pause(40 * 2 ** attempt)
      if (isShut) await Dexie.Promise.resolve(fullDevice().then(({ freshDatabases }) => freshDatabases(), nothing))
    }
  }
}

/** How long work may still end whose database was closed. */
const graceMs = 3_000

/**
 * What somebody does in a database. One that the browser drops never says how a transaction that was under way ended: whoever waited for it
 * would wait for ever, and so would all that waits for them.
 */
async function unlessDropped<T>(
  database: OfflineDatabase,
  work: (database: OfflineDatabase) => Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp = () => {}
  const dropped = new Dexie.Promise<never>((_, reject) => {
    giveUp = () => {
      timer ??= setTimeout(() => reject(new Dexie.DatabaseClosedError('The database was dropped meanwhile')), graceMs)
    }
  })
  database.on('close', giveUp)
  try {
    return await Dexie.Promise.race([work(database), dropped])
  } finally {
    clearTimeout(timer)
    database.on.close.unsubscribe(giveUp)
  }
}

const isNoKey = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'MissingKeyError' || ('inner' in error && isNoKey(error.inner)))

const lost = ['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'TransactionInactiveError', 'OpenFailedError']

function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || isQuotaError(error)) return false
  return lost.includes(error.name) || error.name === 'AbortError'
}

/** Closes what is open and deletes a person's database: tests want that, and whoever removes what can never be sent. */
export async function deleteDatabase(userId: number): Promise<void> {
  const database = databaseOf(userId)
  open.delete(userId)
  await database.delete()
}
