const name = 'tend-new-log'
const store = 'filling'
/** Small enough to stay in the log; together more than a log holds. */
const pieceBytes = 32_000
const pieces = 170

/** Writes more than a log holds, and removes it: the browser begins a new log (`soundLog.ts`). Throws the error of the device. */
export async function renewLog(): Promise<void> {
  const database = await opened()
  try {
    // Several transactions: one alone is written at its end.
    for (let written = 0; written < pieces; written += 10) await put(database, written)
  } finally {
    database.close()
    indexedDB.deleteDatabase(name)
  }
}

function put(database: IDBDatabase, from: number): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  for (let piece = from; piece < from + 10; piece++)
    transaction.objectStore(store).put(new Uint8Array(pieceBytes).fill(piece), piece)
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The device took nothing'))
    // A database that the browser drops says nothing of what was under way.
    transaction.db.onclose = () => reject(new Error('The database was dropped meanwhile'))
  })
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
