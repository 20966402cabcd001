/** The last answers of reading calls on this device, one database per person. Small texts; the oldest make room. */
import { Dexie, type Table } from 'dexie'
import { copiesOf } from './forgetCopies.ts'
import { findKey } from './sealing/deviceKey.ts'
import { isSealed, openRow, type Row, sealRow } from './sealing/seal.ts'

/** `bytes` are those of a file: within `data` sealing would lose them, which knows texts and numbers. */
export type Copy = { key: string; data: unknown; kept_at: number; bytes?: ArrayBuffer }

const most = 500

class CopyDatabase extends Dexie {
  declare copies: Table<Copy, string>

  constructor(userId: number) {
    super(copiesOf(userId))
    this.version(1).stores({ copies: 'key, kept_at' })
  }
}

/** Does something in a person's database and closes it: systems close what is left open, and signing out deletes it. */
export async function inCopies<T>(userId: number, work: (copies: Table<Copy, string>) => Promise<T>): Promise<T> {
  const database = new CopyDatabase(userId)
  try {
    return await work(database.copies)
  } finally {
    database.close()
  }
}

/** Keeps an answer in the place of the last one, with the bytes of a file if it is one. A device that cannot keep it goes without. */
export async function keepCopy(userId: number, key: string, data: unknown, bytes?: ArrayBuffer): Promise<void> {
  try {
    await inCopies(userId, async copies => {
      await copies.put((await sealed(userId, { key, data, kept_at: Date.now(), ...(bytes && { bytes }) })) as Copy)
      const surplus = (await copies.count()) - most
      if (surplus > 0) await copies.bulkDelete(await copies.orderBy('kept_at').limit(surplus).primaryKeys())
    })
  } catch (error) {
    console.warn('No copy was kept', error)
  }
}

/** The last answer, or undefined; also where the device cannot be read. */
export const findCopy = (userId: number, key: string): Promise<Copy | undefined> =>
  inCopies(userId, async copies => opened(userId, await copies.get(key))).catch(() => undefined)

/** Sealed under the person's key where this device has it: what they read stays here when they hand the device to the next. */
async function sealed(userId: number, copy: Copy): Promise<Row> {
  const sealingKey = await findKey(userId)
  return sealingKey ? sealRow(sealingKey, nameOf(copy), open, copy) : copy
}

async function opened(userId: number, row: Row | undefined): Promise<Copy | undefined> {
  if (!row || !isSealed(row)) return row as Copy | undefined
  const sealingKey = await findKey(userId)
  return sealingKey ? ((await openRow(sealingKey, nameOf(row), row)) as Copy) : undefined
}

const open = new Set(['key', 'kept_at'])
const nameOf = ({ key }: Row) => `copy ${key}`
