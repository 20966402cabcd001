import { inDatabase } from './database/database.ts'
import type { OutboxEntry } from './entry.ts'

/** All entries of a person on this device, in the order in which they were made. */
export const readEntries = async (userId: number): Promise<OutboxEntry[]> =>
  (await inDatabase(userId, ({ entries }) => entries.toArray())).sort(
    (one, other) =>
      (one.position ?? 0) - (other.position ?? 0) ||
      one.created_at.localeCompare(other.created_at) ||
      one.uuid.localeCompare(other.uuid),
  )
