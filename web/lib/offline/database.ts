/**
 * The database of one person on this device. Nobody reads or sends another person's work.
 *
 * Browsers close it without asking and in the middle of a write, so nothing holds on to it: `inDatabase` opens it when it
 * is needed. All that is written is encrypted under the person's key, which is here while they are signed in.
 */
import { Dexie, type Table } from 'dexie'
import { indexesOfNouns, laterTablesOfNouns, tablesOfNouns } from '../../deviceTables.ts'
import { cachedKey, fetchMissingKey, findEncryptionKey, visitorId } from '../encryption/deviceKey.ts'
import { encryption, everyTable, type PlainMark, plainMark, plainTable } from '../encryption/encryption.ts'
import type { OutboxEntry } from './outboxHandler.ts'
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
    this.version(2).stores({ entries: ['uuid, state, updated_at', ...indexesOfNouns].join(), ...tablesOfNouns })
    for (const [version, tables] of Object.entries(laterTablesOfNouns)) this.version(Number(version)).stores(tables)
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
 * repeatable. Throws what the work throws, `SignedOutError`, `KeyUnavailableError`, and the database's own error when it
 * cannot be opened.
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
    if (open.get(userId) === made && made.isOpen()) tellDropped()
  })
  open.set(userId, made)
  return made
}

/** The database that this page has open of a person. */
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

const dropListeners = new Set<() => void>()

/** Calls back when the browser closed a database by itself, perhaps because it dropped it. Returns what ends that. */
export function whenDropped(listener: () => void): () => void {
  dropListeners.add(listener)
  return () => dropListeners.delete(listener)
}

function tellDropped(): void {
  for (const listener of dropListeners) listener()
}

/** Each orphan that is left is opened and looked at again. */
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
  tellDropped()
}
