/**
 * One object store in a small database of its own, for the key and the session: they are read before the first screen,
 * and Dexie is loaded after it. Writes are strict, and the database is closed after each use, so that nothing holds it.
 */

/** Opens a database that has this store alone. */
export function openStore(name: string, store: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return resultOf(request)
}

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Does one request in a transaction of its own; resolves with its result when the transaction is on the disk. */
export async function inStore<T>(
  name: string,
  store: string,
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const database = await openStore(name, store)
  try {
    const transaction = database.transaction(store, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new DOMException('The page was left', 'AbortError'))
    })
    return request.result
  } finally {
    database.close()
  }
}
