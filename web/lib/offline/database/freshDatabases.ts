/**
 * A page asks the browser for its databases through one connection for as long as it lives. Chromium on a full device may drop what a site
 * keeps under the page, and cannot note that anew while there is no room: from then on that connection answers "Internal error." to
 * everything, also when there is room again. Only another window of the site gets another one; an empty frame is one.
 */
import { type DBCore, Dexie } from 'dexie'

const longestMs = 2_000
let looking: Promise<void> | undefined

/** Where the page's own connection to its databases fails and a new one does not, everything goes through the new one from then on. */
export function freshDatabases(): Promise<void> {
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
  // Under the name by which everybody asks for it: sessions and keys without a library, all else by Dexie. The frame stays for that.
  Object.defineProperty(globalThis, 'indexedDB', { value: fresh, configurable: true })
  Dexie.dependencies.indexedDB = fresh
  Dexie.addons.push(database => database.use({ stack: 'dbcore', name: 'own', level: 1, create: ownCore }))
}

/** Below all else: rows that come from another frame have its classes, and become this page's own. */
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

/** Whether it says which databases there are. One that takes its time is only busy. */
const answers = async (databases: IDBFactory): Promise<boolean> => {
  const busy = new Promise<boolean>(resolve => setTimeout(resolve, longestMs, true))
  const said = databases.databases?.().then(
    () => true,
    () => false,
  )
  return said ? Promise.race([said, busy]) : true
}
