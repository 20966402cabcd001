import { newKey } from '../attemptKey.ts'
import { inDatabase } from './database/database.ts'
import type { OutboxEntry } from './entry.ts'

type Beginning = Pick<OutboxEntry, 'kind' | 'payload_version' | 'user_id' | 'company_id'> & Partial<OutboxEntry>

/** An entry as it begins. */
export function newOutboxEntry<Rest extends Beginning>(beginning: Rest): OutboxEntry & Rest {
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
