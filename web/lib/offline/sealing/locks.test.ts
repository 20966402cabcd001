import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importKey } from './deviceKey.ts'
import { findLock, keepLock, noteDeleted, openLock, putAway, removeLock, takeSession, WrongSecret } from './locks.ts'

const anna = { id: 51, name: 'Anna' }
const keyText = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, index) => index)))
const pin = { by: 'pin', text: '508213' } as const

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T07:00:00Z') }))
afterEach(async () => {
  vi.useRealTimers()
  await removeLock(anna.id)
})

/** Wrapping takes its time, as it must. */
vi.setConfig({ testTimeout: 60_000 })

test('the secret with which somebody signed in opens their key, and no other does', async () => {
  await keepLock(anna, keyText, pin)
  await expect(openLock(anna.id, '508214')).rejects.toMatchObject({ waitMs: 0 })
  expect(await openLock(anna.id, pin.text)).toEqual({ keyText, session: undefined })
  expect(JSON.stringify(await findLock(anna.id))).not.toContain(keyText)
})

test('after five wrong ones there is a wait, longer each time, and the right one opens after that', async () => {
  await keepLock(anna, keyText, pin)
  for (let tries = 1; tries < 5; tries++) await expect(openLock(anna.id, '000000')).rejects.toMatchObject({ waitMs: 0 })
  await expect(openLock(anna.id, '000000')).rejects.toMatchObject({ waitMs: 30_000 })
  // The right one is not looked at either.
  await expect(openLock(anna.id, pin.text)).rejects.toMatchObject({ waitMs: 30_000 })
  vi.setSystemTime(Date.now() + 30_000)
  await expect(openLock(anna.id, '000000')).rejects.toMatchObject({ waitMs: 60_000 })
  vi.setSystemTime(Date.now() + 60_000)
  expect((await openLock(anna.id, pin.text)).keyText).toBe(keyText)
})

test('a session that was handed over comes back with the secret alone, and is ended when a new one begins', async () => {
  await keepLock(anna, keyText, pin)
  const key = await importKey(keyText)
  expect(await putAway(52, key, { tend_token: 'nobody' })).toBe(false)
  expect(await putAway(anna.id, key, { tend_token: 'waits' })).toBe(true)
  expect((await openLock(anna.id, pin.text)).session).toEqual({ tend_token: 'waits' })
  expect(await keepLock(anna, keyText, pin)).toBe('waits')
  expect((await openLock(anna.id, pin.text)).session).toBeUndefined()
  await putAway(anna.id, key, { tend_token: 'again' })
  await takeSession(anna.id)
  expect((await openLock(anna.id, pin.text)).session).toBeUndefined()
})

test('that the account is gone is noted beside what opens the work', async () => {
  await keepLock(anna, keyText, { by: 'password', text: 'correct horse' })
  await noteDeleted(anna.id)
  expect(await findLock(anna.id)).toMatchObject({ by: 'password', is_deleted: true })
})

test('what goes wrong beside the secret is no wrong try, and the right one opens also on a device that is full', async () => {
  await keepLock(anna, keyText, pin)
  await expect(openLock(anna.id, '508214')).rejects.toBeInstanceOf(WrongSecret)
  const broken = vi.spyOn(crypto.subtle, 'deriveKey').mockRejectedValueOnce(new Error('The browser gave up'))
  await expect(openLock(anna.id, pin.text)).rejects.toThrow('The browser gave up')
  broken.mockRestore()
  expect((await findLock(anna.id))?.wrong).toBe(1)

  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await openLock(anna.id, pin.text)).toEqual({ keyText, session: undefined })
  full.mockRestore()
  warned.mockRestore()
})
