import { inDatabase } from './database/database.ts'
import type { OutboxEntry } from './entry.ts'

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
