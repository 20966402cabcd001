/**
 * The database of one person on this device. Each has their own: nobody reads or sends another's work.
 *
 * Systems close it under memory pressure, without asking and in the middle of a write (iOS does). So nobody holds on to it:
 * `inDatabase` opens it when it is needed and does the work again when it was closed meanwhile. Work must therefore be repeatable.
 *
 * What is written is sealed under the person's key (`sealing.ts`), which is here for as long as they are signed in.
 */
import { Dexie, type Table } from 'dexie'
import { findKey, knownKey, markPlain } from './deviceKey.ts'
import type { AnswerRow, BaseRow, Entry, FormRow, PhotoRow } from './entry.ts'
import { sealing } from './sealing.ts'

export const nameOf = (userId: number) => `tend-${userId}`

export class OfflineDatabase extends Dexie {
  declare entries: Table<Entry, string>
  declare answers: Table<AnswerRow, [string, string]>
  declare photos: Table<PhotoRow, string>
  declare forms: Table<FormRow, [number, number]>
  declare bases: Table<BaseRow, string>
  /** Set whenever work begins; null where this device has no key. */
  key: CryptoKey | null = null

  constructor(userId: number) {
    // Strict: a write is reported when it is on the disk, not when the system has promised to write it.
    super(nameOf(userId), { chromeTransactionDurability: 'strict', cache: 'disabled' })
    // The second version is sealed: pages of the first cannot open it, and must not.
    this.version(2)
      .stores({
        entries: 'uuid, server_id, task_sent_id, state, updated_at',
        answers: '[uuid+question_id], uuid',
        photos: 'uuid, entry_uuid',
        forms: '[form_id+version], form_id',
        bases: 'uuid',
      })
      .upgrade(() => markPlain(userId))
    this.use(sealing(() => this.key))
  }
}

const open = new Map<number, OfflineDatabase>()

function databaseOf(userId: number): OfflineDatabase {
  const found = open.get(userId)
  if (found) return found
  const made = new OfflineDatabase(userId)
  open.set(userId, made)
  return made
}

const retries = 4
const pause = (ms: number) => new Dexie.Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Does something in a person's database, again from the start if it was closed underneath.
 * Throws what the work throws, `SignedOut`, and the database's own error when it stays shut.
 */
export async function inDatabase<T>(userId: number, work: (database: OfflineDatabase) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // Dexie's own promise: a live query would lose its thread over another.
    const key = knownKey(userId) ?? (await Dexie.Promise.resolve(findKey(userId)))
    if (!key) markPlain(userId)
    const database = databaseOf(userId)
    database.key = key
    try {
      return await work(database)
    } catch (error) {
      if (attempt === retries || !isLost(error)) throw error
      if (open.get(userId) === database) open.delete(userId)
      database.close()
      await pause(40 * 2 ** attempt)
    }
  }
}

const lost = ['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'TransactionInactiveError', 'OpenFailedError']

function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || isQuotaError(error)) return false
  return lost.includes(error.name) || error.name === 'AbortError'
}

/** Whether a write failed because the device has no room left. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && isQuotaError(error.inner)
}

/** Closes what is open and deletes a person's database. Only tests want that. */
export async function deleteDatabase(userId: number): Promise<void> {
  const database = databaseOf(userId)
  open.delete(userId)
  await database.delete()
}
