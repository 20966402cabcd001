import { afterEach, expect, test, vi } from 'vitest'
import { forgetKey } from '../encryption/deviceKey.ts'
import { findVaultEntry, removeVaultEntry, unlockVault } from '../encryption/keyVault.ts'
import { deleteDatabase } from '../offline/database.ts'
import { enter } from './session.ts'

const anna = 99
const secret = btoa('0123456789abcdef0123456789abcdef').replaceAll('=', '')

afterEach(async () => {
  vi.restoreAllMocks()
  await removeVaultEntry(anna)
  await deleteDatabase(anna)
  forgetKey(anna)
  localStorage.clear()
})

test('after a sign-in by PIN the key of the work is on the device, on a slow one too', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ data: { key: secret } }))
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle) as (...all: unknown[]) => Promise<CryptoKey>
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation(async (...all: unknown[]) => {
    await new Promise(resolve => setTimeout(resolve, 1_000))
    return derive(...all)
  })
  const user = { id: anna, name: 'Anna', role_id: 1, time_zone: 'Europe/London', ability_rules: [] }
  await enter({ user: user as never, token: 'token' }, { by: 'pin', text: '508213' })
  // The page may be left from here on.
  expect(await findVaultEntry(anna)).toMatchObject({ user_id: anna, by: 'pin' })
  expect((await unlockVault(anna, '508213')).keyText).toBe(secret)
})
