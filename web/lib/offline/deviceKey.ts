/**
 * The key under which one person's work is kept on this device. The server gives it to their sessions only; here it is a CryptoKey,
 * which scripts can use and nobody can read out, in a database of its own that goes when the session ends. What is kept stays then,
 * and nobody can read it until the person signs in again. See docs/decisions/0011-kept-work-is-sealed.md.
 *
 * Small and without a library, because sign-in needs it.
 */

/** A database for each person: signing out deletes it without asking anybody to open it. */
export const keyOf = (userId: number) => `tend-key-${userId}`
const store = 'key'
const plainMark = (userId: number) => `tend_unsealed_${userId}`

/** Whoever fills in a public form without an account: they have no key, and what they type is kept openly until it is sent. */
export const visitorId = 0

/** What this tab knows, by person. Somebody without a key is looked up each time: it may have come meanwhile. */
const known = new Map<number, CryptoKey>()
/** Whose session ended in this page: what it still has to write must not be kept openly. */
const ended = new Set<number>()

/** The person is signed out: nothing of theirs can be read or kept here. */
export class SignedOut extends Error {
  constructor() {
    super('Nobody can read this until the person signs in again')
  }
}

/** Browsers withhold encryption on plain http from another machine. */
const canSeal = () => globalThis.crypto?.subtle !== undefined

/** Keeps the person's key, as the server gave it: 256 bits, base64url. */
export async function keepKey(userId: number, text: string): Promise<void> {
  if (!canSeal()) return
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  await inStore(userId, 'readwrite', keys => keys.put(key, 'own'))
  ended.delete(userId)
  known.set(userId, key)
}

/** The person's key, without waiting, where this tab has had it before. */
export const knownKey = (userId: number): CryptoKey | undefined => known.get(userId)

/** The person's key, or null where this device has none. Throws `SignedOut` after `forgetKey`. */
export async function findKey(userId: number): Promise<CryptoKey | null> {
  const found = known.get(userId)
  if (found) return found
  if (userId === visitorId) return null
  if (ended.has(userId)) throw new SignedOut()
  if (!canSeal()) return null
  const key = await inStore<CryptoKey | undefined>(userId, 'readonly', keys => keys.get('own'))
  if (ended.has(userId)) throw new SignedOut()
  if (key) known.set(userId, key)
  return key ?? null
}

/** The session is over: from now on nothing that is kept for this person can be read here. */
export function forgetKey(userId: number | undefined): void {
  if (userId === undefined) return
  ended.add(userId)
  known.delete(userId)
  indexedDB.deleteDatabase(keyOf(userId))
}

/** Notes that something was kept without a key, for `sealRemains` to seal when there is one. */
export const markPlain = (userId: number): void => {
  if (userId !== visitorId) globalThis.localStorage?.setItem(plainMark(userId), '1')
}
export const isMarkedPlain = (userId: number): boolean => globalThis.localStorage?.getItem(plainMark(userId)) != null
export const unmarkPlain = (userId: number): void => globalThis.localStorage?.removeItem(plainMark(userId))

async function inStore<T>(
  userId: number,
  mode: IDBTransactionMode,
  work: (keys: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const database = await opened(userId)
  try {
    const transaction = database.transaction(store, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(store))
    await settled(transaction)
    return request.result
  } finally {
    database.close()
  }
}

function opened(userId: number): Promise<IDBDatabase> {
  const request = indexedDB.open(keyOf(userId))
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const settled = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
