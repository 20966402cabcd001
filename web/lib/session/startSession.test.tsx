import { expect, test } from 'vitest'
import { findKey, keyDatabaseName, storeKey } from '../encryption/deviceKey.ts'
import { keepSessionCopy } from './sessionCopy.ts'

const anna = 93
const bela = 94
const secret = btoa('0123456789abcdef0123456789abcdef').replaceAll('=', '')

test('a page that starts without the session of local storage keeps the key of whom the copy brings back', async () => {
  localStorage.setItem('tend_token', 'token')
  localStorage.setItem('user', JSON.stringify({ id: anna, role_id: 1, time_zone: 'Europe/London' }))
  await keepSessionCopy()
  await storeKey(anna, secret)
  await storeKey(bela, secret)
  // The browser was killed before it wrote this.
  localStorage.clear()
  const { startSession, currentUser } = await import('./session.ts')
  await startSession()
  expect(currentUser()?.id).toBe(anna)
  const kept = async () => (await indexedDB.databases()).map(({ name }) => name)
  // A signed-out person leaves no key.
  await expect.poll(kept).not.toContain(keyDatabaseName(bela))
  expect(await kept()).toContain(keyDatabaseName(anna))
  expect(await findKey(anna)).not.toBeNull()
  indexedDB.deleteDatabase(keyDatabaseName(anna))
  indexedDB.deleteDatabase('tend-session')
  localStorage.clear()
})
