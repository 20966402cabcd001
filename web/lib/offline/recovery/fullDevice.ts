/** Repairs that a page needs when the browser dropped its databases; `storageRecovery.ts` says when and why. */
import { type DBCore, Dexie } from 'dexie'
import { openStore } from '../../keyValueStore.ts'

const maxLookMs = 2_000
const name = 'tend-new-log'
const store = 'filling'
/** Small enough to stay in the log; together more than a log holds. */
const pieceBytes = 32_000
const pieces = 170

/** Writes more than a log holds, and removes it: the browser begins a new log. Throws the error of the device. */
export async function rotateLog(): Promise<void> {
  const database = await openStore(name, store)
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
    // A database that the browser drops says nothing of a transaction under way.
    transaction.db.onclose = () => reject(new Error('The database was dropped'))
  })
}

let looking: Promise<void> | undefined

/**
 * Sends everything through a new connection where the page's own one fails and a new one does not. Only another window
 * of the site gets another connection; an empty frame is one.
 */
export function reopenIndexedDb(): Promise<void> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

async function look(): Promise<void> {
  if (!globalThis.document || (await answers(globalThis.indexedDB))) return
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const fresh = frame.contentWindow?.indexedDB
  if (!fresh || !(await answers(fresh))) return frame.remove()
  console.warn('The browser gave no database to this page any more: it has them from a new frame')
  // Sessions and keys ask for it by this name, all else by Dexie. The frame stays for that.
  Object.defineProperty(globalThis, 'indexedDB', { value: fresh, configurable: true })
  Dexie.dependencies.indexedDB = fresh
  Dexie.addons.push(database => database.use({ stack: 'dbcore', name: 'own', level: 1, create: ownCore }))
}

/** Makes rows of another frame, which have its classes, this page's own. */
const ownCore = (core: DBCore): DBCore => ({
  ...core,
  table: name => {
    const table = core.table(name)
    return {
      ...table,
      get: request => table.get(request).then(own),
      getMany: request => table.getMany(request).then(own),
      query: request => table.query(request).then(own),
    }
  },
})

const own = <T>(read: T): T => structuredClone(read)

/** Tells whether it names its databases. One that takes its time is only busy. */
const answers = async (databases: IDBFactory): Promise<boolean> => {
  const busy = new Promise<boolean>(resolve => setTimeout(resolve, maxLookMs, true))
  const said = databases.databases?.().then(
    () => true,
    () => false,
  )
  return said ? Promise.race([said, busy]) : true
}

/**
 * Tells whether a database that is open is an orphan: browsers that drop a site's databases may drop one with them that
 * the page has opened since. It works while it is open, is listed nowhere, and takes what it holds with it.
 */
export async function isOrphan(name: string): Promise<boolean> {
  // While Chromium drops databases it may never answer.
  const listed = await Promise.race([
    globalThis.indexedDB?.databases?.(),
    new Promise<undefined>(resolve => setTimeout(resolve, maxLookMs)),
  ])
  return listed !== undefined && !listed.some(one => one.name === name)
}

/** The old files are mostly gone at once; on a busy device later. */
const restoreAtMs = [300, 1_000, 3_000, 10_000]
let timers: ReturnType<typeof setTimeout>[] = []

/** Does `restore` several times from now on, and begins again with each call. */
export function restoreSeveralTimes(restore: () => Promise<void>): void {
  for (const timer of timers) clearTimeout(timer)
  timers = restoreAtMs.map(ms =>
    setTimeout(() => {
      restore().catch(error => console.warn('Not everything is kept again yet', error))
    }, ms),
  )
}
