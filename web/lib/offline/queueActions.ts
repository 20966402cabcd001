/** Reads the queue and changes its entries for the screens that show them (`useQueue.ts`). */

import type { Reader } from '../format.ts'
import { useLiveResult } from '../useLive.ts'
import { ZipArchive } from '../zip.ts'
import { changeEntry, inDatabase, readEntries, removeEntry as removeEntries } from './database.ts'
import { type AnyOutboxHandler, dueAt, isUnsent, loadHandlers, type OutboxEntry } from './outboxHandler.ts'

export { deleteDatabase } from './database.ts'

/**
 * An entry with its handler, whether something of it is on this device alone, and whether it is sent without its
 * person.
 */
export type QueueItem = { entry: OutboxEntry; handler: AnyOutboxHandler; isUnsent: boolean; isSendable: boolean }

/** Reads a person's entries with their handlers, in the order in which they were made. */
export async function readQueue(userId: number): Promise<QueueItem[]> {
  const [handlers, entries] = await Promise.all([loadHandlers(), readEntries(userId)])
  return entries.flatMap(entry => {
    const handler = handlers.of(entry)
    if (!handler || entry.state === 'discarded') return []
    const isSendable = dueAt(handler, entry) !== Number.POSITIVE_INFINITY
    return [{ entry, handler, isUnsent: isUnsent(handler, entry), isSendable }]
  })
}

/**
 * All work of a person on this device, latest first, read again after each change of it. Not among the actions of
 * `useQueue`, because Dexie watches no read that begins after a part of the app was loaded.
 */
export const useQueueItems = (userId: number) => useLiveResult(() => latestFirst(userId), [userId])

const latestFirst = async (userId: number): Promise<QueueItem[]> =>
  (await readQueue(userId)).sort((one, other) => other.entry.updated_at.localeCompare(one.entry.updated_at))

/** Sends a refused entry once more, as it is. */
export const retryEntry = ({ user_id, uuid }: OutboxEntry): Promise<boolean> =>
  changeEntry(user_id, uuid, now => ({
    ...now,
    ...{ state: 'waiting', is_blocked: false, last_error: null, next_attempt_at: 0, change: now.change + 1 },
  }))

export const removeEntry = ({ user_id, uuid }: Pick<OutboxEntry, 'user_id' | 'uuid'>): Promise<void> =>
  removeEntries(user_id, uuid)

/** Removes entries that are not on their way yet. */
export async function withdrawEntries(given: readonly OutboxEntry[]): Promise<void> {
  const [first] = given
  if (!first) return
  await inDatabase(first.user_id, ({ entries }) =>
    entries.db.transaction('rw', entries, async () => {
      const found = await entries.bulkGet(given.map(({ uuid }) => uuid))
      await entries.bulkDelete(found.flatMap(entry => (entry && entry.state === 'waiting' ? [entry.uuid] : [])))
    }),
  )
}

/**
 * Returns all unsent work of a person as one ZIP, in the reader's language: for when sending does not help. Nothing is
 * removed by it. One entry's files at a time are in memory beside the archive.
 */
export async function exportUnsentZip(userId: number, reader: Reader): Promise<Blob> {
  const archive = new ZipArchive()
  for (const { entry, handler, isUnsent } of await readQueue(userId))
    if (isUnsent) archive.add(await handler.rescue(entry, reader))
  return archive.end()
}
