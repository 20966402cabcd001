/**
 * One person's database on this device, encrypted under their key. Browsers close it without asking, also during a
 * write, so nothing holds on to it: `inDatabase` opens it when it is needed.
 */
import { Dexie, type Table } from 'dexie'
import { featureIndexes, featureTables, laterFeatureTables } from '../../deviceTables.ts'
import { newKey } from '../attemptKey.ts'
import {
  cachedKey,
  fetchMissingKey,
  findEncryptionKey,
  onKeyAvailable,
  SignedOutError,
  visitorId,
} from '../encryption/deviceKey.ts'
import { encryption, everyTable, type PlainMark, plainMark, plainTable } from '../encryption/encryption.ts'
import { Listeners } from '../listeners.ts'
import type { NewEntry, OutboxEntry, OutboxStore } from './outboxHandler.ts'
import { loadFullDevice, withRecovery } from './recovery/storageRecovery.ts'

export const nameOf = (userId: number) => `tend-${userId}`

export class OfflineDatabase extends Dexie {
  declare entries: Table<OutboxEntry, string>
  declare plain: Table<PlainMark, string>
  /** Set whenever work begins; null where this device has no key. */
  key: CryptoKey | null = null

  constructor(userId: number) {
    // Strict: a write is reported when it is on the disk, not when the system has promised to write it.
    super(nameOf(userId), { chromeTransactionDurability: 'strict', cache: 'disabled' })
    // The second version is encrypted: pages of the first cannot open it, and must not.
    this.version(2).stores({ entries: ['uuid, state, updated_at', ...featureIndexes].join(), ...featureTables })
    for (const [version, tables] of Object.entries(laterFeatureTables)) this.version(Number(version)).stores(tables)
    // Earlier versions noted plain rows in local storage, which a kill of the browser could undo.
    this.version(5)
      .stores({ [plainTable]: 'table' })
      .upgrade(transaction => transaction.table(plainTable).put(plainMark(everyTable)))
    // Visitors never have a key.
    this.use(encryption({ keyNow: () => this.key, isMarked: userId !== visitorId }))
  }
}

/**
 * Does something in a person's database, again from the start if it was closed underneath, so the work must be
 * repeatable. Throws what the work throws, `SignedOutError`, `KeyUnavailableError`, and the database's own error when
 * it cannot be opened.
 */
export const inDatabase = <T>(userId: number, work: (database: OfflineDatabase) => Promise<T>): Promise<T> =>
  withRecovery(
    {
      open() {
        const key = cachedKey(userId)
        if (key) return databaseOf(userId, key)
        // Dexie's own promise: a live query would lose its thread over another.
        return Dexie.Promise.resolve(findEncryptionKey(userId)).then(found =>
          // It may have come while it was looked for, and be in use already.
          databaseOf(userId, cachedKey(userId) ?? found),
        )
      },
      leave: database => leaveDatabase(userId, database),
      // The key went with the rest of the site's data: the server gives it again to a signed-in person.
      fetchMissing: error => (isNoKey(error) ? fetchMissingKey(userId) : undefined),
    },
    work,
  )

const isNoKey = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'MissingKeyError' || ('inner' in error && isNoKey(error.inner)))

const open = new Map<number, OfflineDatabase>()

function databaseOf(userId: number, key: CryptoKey | null): OfflineDatabase {
  const database = open.get(userId) ?? makeDatabase(userId)
  database.key = key
  return database
}

function makeDatabase(userId: number): OfflineDatabase {
  const made = new OfflineDatabase(userId)
  made.on('close', () => {
    // One that this page left, or could not even open, was not dropped: the look after a drop would never end.
    if (open.get(userId) === made && made.isOpen()) dropListeners.notify()
  })
  open.set(userId, made)
  return made
}

/** A person's database that this page has open. */
export const openDatabase = (userId: number): OfflineDatabase | undefined => open.get(userId)

/** Closes it; the next work opens it again. */
export function leaveDatabase(userId: number, database: OfflineDatabase | undefined): void {
  if (open.get(userId) === database) open.delete(userId)
  database?.close()
}

/** Closes all connections and deletes a person's database, as when its work can never be sent. */
export async function deleteDatabase(userId: number): Promise<void> {
  const database = open.get(userId) ?? new OfflineDatabase(userId)
  open.delete(userId)
  await database.delete()
}

const dropListeners = new Listeners()

/** Calls back when the browser closed a database by itself, perhaps because it dropped it. Returns what ends that. */
export const whenDropped = dropListeners.subscribe

/** Each orphaned database is opened and checked again. */
const orphanRestMs = 5_000
let leftAt = Number.NEGATIVE_INFINITY

/** Leaves a person's database where the browser dropped it under the page, so that the next is a lasting one. */
export async function leaveOrphan(userId: number): Promise<void> {
  const database = openDatabase(userId)
  if (!database?.isOpen() || performance.now() - leftAt < orphanRestMs) return
  const { isOrphan } = await loadFullDevice()
  if (!(await isOrphan(nameOf(userId))) || openDatabase(userId) !== database) return
  leftAt = performance.now()
  console.warn('The browser dropped what it keeps here: it is written again')
  leaveDatabase(userId, database)
  dropListeners.notify()
}

/** An entry as it begins. */
export function newOutboxEntry<Rest extends NewEntry>(beginning: Rest): OutboxEntry & Rest {
  const now = new Date().toISOString()
  return {
    ...{ uuid: newKey(), state: 'waiting', created_at: now, updated_at: now, server_id: null },
    ...{ change: 0, attempts: 0, next_attempt_at: 0, is_blocked: false, last_error: null },
    ...beginning,
  } as OutboxEntry & Rest
}

/**
 * Puts entries into a person's outbox, behind the present ones, and removes those of `replaced` in the same
 * transaction. Resolves when they are on the disk.
 */
export const putEntries = (userId: number, added: OutboxEntry[], replaced: string[] = []): Promise<void> =>
  inDatabase(userId, database =>
    database.transaction('rw', database.entries, async () => {
      const all = await database.entries.toArray()
      const last = Math.max(0, ...all.map(({ position }) => position ?? 0))
      await database.entries.bulkDelete(replaced)
      await database.entries.bulkPut(added.map((entry, index) => ({ ...entry, position: last + 1 + index })))
    }),
  )

/** The temporary id of an entry, until the server gives it one; below zero, as no id of the server's is. */
export const newTemporaryId = (): number => -1 - Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 1))

/** Changes an entry if it is there and `next` wants to. Whether it did. */
export const changeEntry = <Entry extends OutboxEntry>(
  userId: number,
  uuid: string,
  next: (entry: Entry) => Entry | undefined,
): Promise<boolean> =>
  inDatabase(userId, database =>
    database.transaction('rw', database.entries, async () => {
      const entry = await database.entries.get(uuid)
      const wanted = entry && next(entry as Entry)
      if (!wanted) return false
      await database.entries.put(wanted)
      return true
    }),
  )

/** Notes the server's id of an entry, which those that depend on it read from here. */
export const finishEntry = (userId: number, uuid: string, server_id: number): Promise<boolean> =>
  changeEntry(userId, uuid, entry => ({ ...entry, state: 'done', server_id, last_error: null }))

/** Deletes entries. */
export const removeEntry = (userId: number, ...uuids: string[]): Promise<void> =>
  inDatabase(userId, ({ entries }) => entries.bulkDelete(uuids))

/** The store that handlers are given to change their entries. */
export const outboxStore: OutboxStore = {
  async put(userId, added) {
    const entries = added.map(newOutboxEntry)
    await putEntries(userId, entries)
    return entries
  },
  remove: removeEntry,
  has: (userId, uuid) =>
    inDatabase(userId, async ({ entries }) => (await entries.where('uuid').equals(uuid).count()) > 0),
}

/** All entries of a person on this device, in the order in which they were made. */
export const readEntries = async (userId: number): Promise<OutboxEntry[]> =>
  (await inDatabase(userId, ({ entries }) => entries.toArray())).sort(
    (one, other) =>
      (one.position ?? 0) - (other.position ?? 0) ||
      one.created_at.localeCompare(other.created_at) ||
      one.uuid.localeCompare(other.uuid),
  )

/** Typing changes the database at every letter; listeners hear of the changes together. */
const followRestMs = 300

/**
 * Tells what `read` finds, now and after each change of a person's entries, in this tab or another: at once, and then
 * not again for a moment; and again when a key has come, without which nothing could be read. Returns what ends that.
 * What belongs to an entry changes together with the entry: answers and photos never alone.
 */
export function followEntries<T>(
  userId: number,
  read: (database: OfflineDatabase) => Promise<T>,
  tell: (found: T) => void,
): () => void {
  const table = `idb://${nameOf(userId)}/entries/`
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  let isOver = false
  let isReading = false

  async function look(): Promise<void> {
    timer = setTimeout(rested, followRestMs)
    isReading = true
    try {
      const found = await inDatabase(userId, read)
      if (!isOver) tell(found)
    } catch (error) {
      // A person who signs out, or returns to the own account, no longer reads it.
      if (!isOver && !(error instanceof SignedOutError)) console.error('The device could not be read', error)
    } finally {
      isReading = false
      if (timer === undefined) rested()
    }
  }
  function rested(): void {
    timer = undefined
    // Two at a time could end in another order than they began, and the older one would be told last.
    if (!isDue || isReading || isOver) return
    isDue = false
    void look()
  }
  function hear(parts: object): void {
    // The browser brought the whole page back: anything may have changed.
    if (!('all' in parts) && !Object.keys(parts).some(part => part.startsWith(table))) return
    lookSoon()
  }
  function lookSoon(): void {
    if (timer === undefined && !isReading) void look()
    else isDue = true
  }

  Dexie.on.storagemutated.subscribe(hear)
  const unwatch = onKeyAvailable(lookSoon)
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
    unwatch()
    Dexie.on.storagemutated.unsubscribe(hear)
  }
}
