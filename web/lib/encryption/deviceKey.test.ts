import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase, newOutboxEntry, putEntries } from '../offline/database.ts'
import { forgetKey, keyDatabaseName, storeKey } from './deviceKey.ts'

let anna = 2300
const secret = Buffer.alloc(32, 7).toString('base64url')

beforeEach(() => {
  // Somebody else each time: who signed out stays so in this page.
  anna += 100
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** An entry is kept, the browser drops the key, and the next page begins. */
async function nextPage() {
  await storeKey(anna, secret)
  const entry = newOutboxEntry({ kind: 'any', payload_version: 1, user_id: anna, company_id: 1 })
  await putEntries(anna, [entry])
  await new Promise<void>(resolve => {
    indexedDB.deleteDatabase(keyDatabaseName(anna)).onsuccess = () => resolve()
  })
  vi.resetModules()
  const { inDatabase, deleteDatabase: deleteHere } = await import('../offline/database.ts')
  const { followEntries } = await import('../offline/database.ts')
  const { RequestError } = await import('../requestError.ts')
  const keys = await import('./deviceKey.ts')
  return {
    ...{ entry, keys, RequestError, followEntries },
    read: () => inDatabase(anna, ({ entries }) => entries.get(entry.uuid)),
    async end() {
      await deleteHere(anna)
      keys.forgetKey(anna)
      await deleteDatabase(anna)
      forgetKey(anna)
    },
  }
}

test('a key that the browser dropped is fetched again for the signed-in person, so that the next page can decrypt', async () => {
  const { entry, keys, read, end } = await nextPage()
  await expect(read()).rejects.toThrow()
  keys.setKeySource(userId => keys.storeKey(userId, secret))
  expect(await read()).toMatchObject({ uuid: entry.uuid, kind: 'any' })
  await end()
})

test('where the server cannot be asked it is said that the key is away, all ask once, and who follows reads when it comes', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  const { entry, keys, RequestError, followEntries, read, end } = await nextPage()
  let asked = 0
  let refuse = () => {}
  keys.setKeySource(() => {
    asked++
    return new Promise((_, reject) => {
      refuse = () => reject(new RequestError({ status: 0, code: 'network_error' }))
    })
  })
  const told: (string | undefined)[] = []
  const stop = followEntries(
    anna,
    ({ entries }) => entries.get(entry.uuid),
    found => told.push(found?.uuid),
  )
  const reads = [read(), read()].map(reading => reading.catch(error => error))
  await vi.waitFor(() => expect(asked).toBe(1))
  // Longer than anybody waits who only wants to keep something: then it is read, and cannot be opened.
  await new Promise(resolve => setTimeout(resolve, 1_800))
  expect(asked).toBe(1)
  refuse()
  for (const error of await Promise.all(reads)) expect(error).toMatchObject({ name: 'KeyUnavailableError', status: 0 })
  await vi.waitFor(() => expect(complaint).toHaveBeenCalled())
  expect(told).toEqual([])
  await keys.storeKey(anna, secret)
  await vi.waitFor(() => expect(told).toEqual([entry.uuid]))
  expect(await read()).toMatchObject({ uuid: entry.uuid })
  stop()
  await end()
})

test('a key that could not be read the first time is read again', async () => {
  await storeKey(anna, secret)
  const entry = newOutboxEntry({ kind: 'any', payload_version: 1, user_id: anna, company_id: 1 })
  await putEntries(anna, [entry])
  vi.resetModules()
  const { inDatabase, deleteDatabase: deleteHere } = await import('../offline/database.ts')
  const open = indexedDB.open.bind(indexedDB)
  let failures = 0
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === keyDatabaseName(anna) && failures++ === 0)
      throw new DOMException('The device is busy', 'InvalidStateError')
    return open(name, version)
  })
  expect(await inDatabase(anna, ({ entries }) => entries.get(entry.uuid))).toMatchObject({ uuid: entry.uuid })
  expect(failures).toBeGreaterThan(1)
  await deleteHere(anna)
  await deleteDatabase(anna)
})
