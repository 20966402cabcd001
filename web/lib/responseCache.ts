/** The last answers of reading calls on this device, one database per person. Small texts; the oldest make room. */
import { Dexie, type Table } from 'dexie'
import { findKey, responseDatabaseName } from './encryption/deviceKey.ts'
import { decryptRow, encryptRow, isEncrypted, type Row } from './encryption/encryption.ts'

/** `bytes` are those of a file: within `data` sealing would lose them, which knows texts and numbers. */
export type CachedResponse = { key: string; data: unknown; kept_at: number; bytes?: ArrayBuffer }

const maxResponses = 500

class ResponseDatabase extends Dexie {
  declare copies: Table<CachedResponse, string>

  constructor(userId: number) {
    super(responseDatabaseName(userId))
    this.version(1).stores({ copies: 'key, kept_at' })
  }
}

/** Does something in a person's database and closes it: systems close what is left open, and signing out deletes it. */
export async function inResponses<T>(
  userId: number,
  work: (copies: Table<CachedResponse, string>) => Promise<T>,
): Promise<T> {
  const database = new ResponseDatabase(userId)
  try {
    return await work(database.copies)
  } finally {
    database.close()
  }
}

/**
 * Keeps an answer in the place of the last one, with the bytes of a file if it is one. A device that cannot keep it
 * goes without.
 */
export async function cacheResponse(userId: number, key: string, data: unknown, bytes?: ArrayBuffer): Promise<void> {
  try {
    await inResponses(userId, async copies => {
      await copies.put(
        (await encrypted(userId, { key, data, kept_at: Date.now(), ...(bytes && { bytes }) })) as CachedResponse,
      )
      const surplus = (await copies.count()) - maxResponses
      if (surplus > 0) await copies.bulkDelete(await copies.orderBy('kept_at').limit(surplus).primaryKeys())
    })
  } catch (error) {
    console.warn('No copy was kept', error)
  }
}

/** The last answer, or undefined; also where the device cannot be read. */
export const findCachedResponse = (userId: number, key: string): Promise<CachedResponse | undefined> =>
  inResponses(userId, async copies => decrypted(userId, await copies.get(key))).catch(() => undefined)

/**
 * Sealed under the person's key where this device has it: what they read stays here when they hand the device to the
 * next.
 */
async function encrypted(userId: number, copy: CachedResponse): Promise<Row> {
  const sealingKey = await findKey(userId)
  return sealingKey ? encryptRow(sealingKey, nameOf(copy), open, copy) : copy
}

async function decrypted(userId: number, row: Row | undefined): Promise<CachedResponse | undefined> {
  if (!row || !isEncrypted(row)) return row as CachedResponse | undefined
  const sealingKey = await findKey(userId)
  return sealingKey ? ((await decryptRow(sealingKey, nameOf(row), row)) as CachedResponse) : undefined
}

const open = new Set(['key', 'kept_at'])
const nameOf = ({ key }: Row) => `copy ${key}`

// Of copies that are files: which are here, and room for others.

/** Which of these are here, without opening them. */
export const cachedKeys = (userId: number, keys: string[]): Promise<Set<string>> =>
  inResponses(userId, async copies => new Set(await copies.where('key').anyOf(keys).primaryKeys())).catch(
    () => new Set(),
  )

/** Makes room. */
export const removeCachedResponses = (userId: number, keys: string[]): Promise<void> =>
  inResponses(userId, copies => copies.bulkDelete(keys)).catch(error => console.warn('A copy stays', error))
