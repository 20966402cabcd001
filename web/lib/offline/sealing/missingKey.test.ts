import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { deleteDatabase } from '../database.ts'
import { newOutboxEntry, putEntries } from '../putEntry.ts'
import { forgetKey, keepKey, keyOf } from './deviceKey.ts'

const anna = 91
const secret = Buffer.alloc(32, 7).toString('base64url')

test('a key that the browser dropped is fetched again for whoever is signed in, so that the next page reads what is sealed', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  await keepKey(anna, secret)
  const entry = newOutboxEntry({ kind: 'any', payload_version: 1, user_id: anna, company_id: 1 })
  await putEntries(anna, [entry])
  await new Promise<void>(resolve => {
    indexedDB.deleteDatabase(keyOf(anna)).onsuccess = () => resolve()
  })

  // The next page.
  vi.resetModules()
  const { inDatabase, deleteDatabase: deleteHere } = await import('../database.ts')
  const keys = await import('./deviceKey.ts')
  const read = () => inDatabase(anna, ({ entries }) => entries.get(entry.uuid))
  await expect(read()).rejects.toThrow()
  keys.whereKeysAre(userId => keys.keepKey(userId, secret))
  expect(await read()).toMatchObject({ uuid: entry.uuid, kind: 'any' })

  await deleteHere(anna)
  keys.forgetKey(anna)
  await deleteDatabase(anna)
  forgetKey(anna)
  vi.unstubAllGlobals()
})
