/**
 * A second copy of the session where writes are certain. Browsers write local storage late: one that is killed right after sign-in may have
 * forgotten who is there. The copy is on the disk before the first screen stands, goes when the session ends, and is read only where local
 * storage has none of it. Local storage stays the place that everything reads.
 */
const name = 'tend-session'
const store = 'session'
const names = ['tend_token', 'user', 'userAbilityRules']

type Kept = Record<string, string>

/** Keeps what local storage has of the session. Resolves when it is on the disk; a device that cannot goes without. */
export async function keepSessionCopy(): Promise<void> {
  const kept = Object.fromEntries(names.flatMap(key => [[key, localStorage.getItem(key)]]).filter(([, text]) => text))
  if (!kept.tend_token) return
  await inStore('readwrite', copies => copies.put(kept, 'own')).catch(error =>
    console.warn('The session has no second copy here', error),
  )
  // Signed out while it was written.
  if (!localStorage.getItem('tend_token')) await forgetSessionCopy()
}

/** Forgets the copy: the session is over. */
export const forgetSessionCopy = (): Promise<unknown> =>
  inStore('readwrite', copies => copies.delete('own')).catch(() => undefined)

/** Brings the session back where local storage lost it. */
export async function restoreSession(): Promise<void> {
  if (localStorage.getItem('tend_token')) return
  const kept = await inStore<Kept | undefined>('readonly', copies => copies.get('own')).catch(() => undefined)
  for (const [key, text] of Object.entries(kept ?? {})) localStorage.setItem(key, text)
}

/** A database that does not answer must keep nobody from signing in. */
const longestMs = 1_000

const inStore = <T>(mode: IDBTransactionMode, work: (copies: IDBObjectStore) => IDBRequest): Promise<T> =>
  Promise.race([
    used<T>(mode, work),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The device does not answer')), longestMs)),
  ])

async function used<T>(mode: IDBTransactionMode, work: (copies: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await opened()
  try {
    const transaction = database.transaction(store, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
