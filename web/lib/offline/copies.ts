/** The last answers of reading calls on this device, one database per person. Small texts; the oldest make room. */
import { Dexie, type Table } from 'dexie'
import { copiesOf } from './forgetCopies.ts'

export type Copy = { key: string; data: unknown; kept_at: number }

const most = 500

class CopyDatabase extends Dexie {
  declare copies: Table<Copy, string>

  constructor(userId: number) {
    super(copiesOf(userId))
    this.version(1).stores({ copies: 'key, kept_at' })
  }
}

/** Does something in a person's database and closes it: systems close what is left open, and signing out deletes it. */
async function inCopies<T>(userId: number, work: (copies: Table<Copy, string>) => Promise<T>): Promise<T> {
  const database = new CopyDatabase(userId)
  try {
    return await work(database.copies)
  } finally {
    database.close()
  }
}

/** Keeps an answer in the place of the last one. A device that cannot keep it goes without. */
export async function keepCopy(userId: number, key: string, data: unknown): Promise<void> {
  try {
    await inCopies(userId, async copies => {
      await copies.put({ key, data, kept_at: Date.now() })
      const surplus = (await copies.count()) - most
      if (surplus > 0) await copies.bulkDelete(await copies.orderBy('kept_at').limit(surplus).primaryKeys())
    })
  } catch (error) {
    console.warn('No copy was kept', error)
  }
}

/** The last answer, or undefined; also where the device cannot be read. */
export const findCopy = (userId: number, key: string): Promise<Copy | undefined> =>
  inCopies(userId, copies => copies.get(key)).catch(() => undefined)
