import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importKey } from './deviceKey.ts'
import {
  deriveVaultKey,
  dropStashedSession,
  findStashedSecret,
  findVaultEntry,
  markAccountDeleted,
  removeVaultEntry,
  saveVaultEntry,
  stashSecret,
  stashSession,
  unlockVault,
  WrongSecretError,
} from './keyVault.ts'

const anna = { id: 51, name: 'Anna' }
const keyText = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, index) => index)))
const pin = { by: 'pin', text: '508213' } as const

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T07:00:00Z') }))
afterEach(async () => {
  vi.useRealTimers()
  await removeVaultEntry(anna.id)
})

/** Wrapping takes its time, as it must. */
vi.setConfig({ testTimeout: 60_000 })

test('the secret with which somebody signed in opens their key, and no other does', async () => {
  await saveVaultEntry(anna, keyText, pin)
  await expect(unlockVault(anna.id, '508214')).rejects.toMatchObject({ waitMs: 0 })
  expect(await unlockVault(anna.id, pin.text)).toEqual({ keyText, session: undefined })
  expect(JSON.stringify(await findVaultEntry(anna.id))).not.toContain(keyText)
})

test('guessing a PIN needs memory, and a key of this device that nobody can read out', async () => {
  await saveVaultEntry(anna, keyText, pin)
  const lock = await findVaultEntry(anna.id)
  expect(lock?.argon2).toEqual({ memoryKib: 65_536, passes: 3 })
  const { device, iv, wrapped } = lock ?? {}
  if (!device || !iv || !wrapped) throw new Error('The lock says too little')
  await expect(crypto.subtle.exportKey('raw', device)).rejects.toThrow()
  // Everything else that lies here, copied, with the right PIN: it opens with this device's key alone.
  await saveVaultEntry({ ...anna, id: 53 }, keyText, pin)
  const other = await findVaultEntry(53)
  await removeVaultEntry(53)
  const additionalData = new TextEncoder().encode(`lock ${anna.id}`)
  const open = async (key: CryptoKey) => crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, wrapped)
  await expect(open(await deriveVaultKey(pin.text, { ...lock, device: other?.device } as never))).rejects.toThrow()
  expect(new TextDecoder().decode(await open(await deriveVaultKey(pin.text, lock as never)))).toBe(keyText)
})

test('a lock of an earlier version opens, and the right PIN makes it as strong as a new one', async () => {
  const before = await keepOlderLock()
  await expect(unlockVault(anna.id, '508214')).rejects.toBeInstanceOf(WrongSecretError)
  expect((await findVaultEntry(anna.id))?.argon2).toBeUndefined()
  const key = await importKey(keyText)
  await stashSession(anna.id, key, { tend_token: 'waits' })
  expect(await unlockVault(anna.id, pin.text)).toEqual({ keyText, session: { tend_token: 'waits' } })
  const now = await findVaultEntry(anna.id)
  expect(now?.argon2).toBeDefined()
  expect(now?.salt).not.toEqual(before.salt)
  expect(await unlockVault(anna.id, pin.text)).toEqual({ keyText, session: { tend_token: 'waits' } })
  await expect(unlockVault(anna.id, '508214')).rejects.toBeInstanceOf(WrongSecretError)
})

test('the PIN that was typed offline waits sealed, and goes with the next hand-over', async () => {
  await saveVaultEntry(anna, keyText, pin)
  const key = await importKey(keyText)
  await stashSecret(anna.id, keyText, pin.text)
  expect(await findStashedSecret(anna.id, key)).toBe(pin.text)
  const { device: _, ...readable } = (await findVaultEntry(anna.id)) ?? {}
  expect(JSON.stringify(readable)).not.toContain(pin.text)
  await stashSession(anna.id, key, { user: 'Anna' })
  expect(await findStashedSecret(anna.id, key)).toBeUndefined()
  await stashSecret(anna.id, keyText, pin.text)
  await dropStashedSession(anna.id)
  expect(await findStashedSecret(anna.id, key)).toBeUndefined()
})

test('after five wrong ones there is a wait, longer each time, and the right one opens after that', async () => {
  await saveVaultEntry(anna, keyText, pin)
  for (let tries = 1; tries < 5; tries++)
    await expect(unlockVault(anna.id, '000000')).rejects.toMatchObject({ waitMs: 0 })
  await expect(unlockVault(anna.id, '000000')).rejects.toMatchObject({ waitMs: 30_000 })
  // The right one is not looked at either.
  await expect(unlockVault(anna.id, pin.text)).rejects.toMatchObject({ waitMs: 30_000 })
  vi.setSystemTime(Date.now() + 30_000)
  await expect(unlockVault(anna.id, '000000')).rejects.toMatchObject({ waitMs: 60_000 })
  vi.setSystemTime(Date.now() + 60_000)
  expect((await unlockVault(anna.id, pin.text)).keyText).toBe(keyText)
})

test('a session that was handed over comes back with the secret alone, and is ended when a new one begins', async () => {
  await saveVaultEntry(anna, keyText, pin)
  const key = await importKey(keyText)
  expect(await stashSession(52, key, { tend_token: 'nobody' })).toBe(false)
  expect(await stashSession(anna.id, key, { tend_token: 'waits' })).toBe(true)
  expect((await unlockVault(anna.id, pin.text)).session).toEqual({ tend_token: 'waits' })
  expect(await saveVaultEntry(anna, keyText, pin)).toBe('waits')
  expect((await unlockVault(anna.id, pin.text)).session).toBeUndefined()
  await stashSession(anna.id, key, { tend_token: 'again' })
  await dropStashedSession(anna.id)
  expect((await unlockVault(anna.id, pin.text)).session).toBeUndefined()
})

test('that the account is gone is noted beside what opens the work', async () => {
  await saveVaultEntry(anna, keyText, { by: 'password', text: 'correct horse' })
  await markAccountDeleted(anna.id)
  expect(await findVaultEntry(anna.id)).toMatchObject({ by: 'password', is_deleted: true })
})

/** As versions before Argon2id made them. */
async function keepOlderLock() {
  const [salt, iv] = [16, 12].map(length => crypto.getRandomValues(new Uint8Array(length))) as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ]
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin.text), 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 600_000 }
  const wrapping = await crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const bound = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`lock ${anna.id}`) }
  const wrapped = await crypto.subtle.encrypt(bound, wrapping, new TextEncoder().encode(keyText))
  const lock = { user_id: anna.id, name: 'Anna', by: 'pin' as const, salt, rounds: 600_000, iv, wrapped }
  const database = new Dexie('tend-locks')
  await database.open()
  await database.table('locks').put({ ...lock, wrong: 0, not_before: 0 })
  database.close()
  return lock
}

test('what goes wrong beside the secret is no wrong try, and the right one opens also on a device that is full', async () => {
  await saveVaultEntry(anna, keyText, pin)
  await expect(unlockVault(anna.id, '508214')).rejects.toBeInstanceOf(WrongSecretError)
  const broken = vi.spyOn(crypto.subtle, 'deriveKey').mockRejectedValueOnce(new Error('The browser gave up'))
  await expect(unlockVault(anna.id, pin.text)).rejects.toThrow('The browser gave up')
  broken.mockRestore()
  expect((await findVaultEntry(anna.id))?.wrong).toBe(1)

  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await unlockVault(anna.id, pin.text)).toEqual({ keyText, session: undefined })
  full.mockRestore()
  warned.mockRestore()
})
