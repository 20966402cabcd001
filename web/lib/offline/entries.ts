import { Dexie } from 'dexie'
import { newKey } from '../attemptKey.ts'
import { onKeyAvailable, SignedOutError } from '../encryption/deviceKey.ts'
import { inDatabase, nameOf, type OfflineDatabase } from './database.ts'
import type { NewEntry, OutboxEntry, OutboxStore } from './outboxHandler.ts'

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
 * Puts entries into a person's outbox, behind those that are there; those named in `replaced` leave it in the same breath. Resolves when they
 * are on the disk.
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

/** What an entry is called by others until the server gives it an id. No id of the server's is below zero. */
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

/** The server has it, and calls it by this id. Those that depend on it learn the id from here. */
export const finishEntry = (userId: number, uuid: string, server_id: number): Promise<boolean> =>
  changeEntry(userId, uuid, entry => ({ ...entry, state: 'done', server_id, last_error: null }))

/** Forgets entries. */
export const removeEntry = (userId: number, ...uuids: string[]): Promise<void> =>
  inDatabase(userId, ({ entries }) => entries.bulkDelete(uuids))

/** What handlers are given to change their entries. */
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

/** While somebody types, what is kept changes at every letter. Whoever follows it hears of all that in one. */
const followRestMs = 300

/**
 * Tells what `read` finds, now and after each change of a person's entries, in this tab or another: at once, and then not again for a
 * moment; and again when a key has come, without which nothing could be read. Returns what ends that. What belongs to an entry changes together with the entry: answers and photos never alone.
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
      // Whoever signs out, or goes back to their own account, looks at nothing of it any more.
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
