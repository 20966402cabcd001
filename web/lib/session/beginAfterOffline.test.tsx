import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from '../client.ts'
import { forgetKey, importKey } from '../encryption/deviceKey.ts'
import {
  findStashedSecret,
  findVaultEntry,
  removeVaultEntry,
  saveVaultEntry,
  stashSession,
  unlockVault,
} from '../encryption/keyVault.ts'
import { keepPerson } from '../people.ts'
import { beginAfterOffline } from './beginAfterOffline.ts'
import { resumeSession } from './lockDevice.ts'
import { currentUser } from './session.ts'
import { beginSessionBy, storedToken, tokenToCome } from './token.ts'

// As the first module of the page does.
beginSessionBy(beginAfterOffline)

const anna = { id: 97, name: 'Anna', role_id: 1, time_zone: 'Europe/London' }
const keyText = btoa('0123456789abcdef0123456789abcdef').replaceAll('=', '')
const pin = '508213'

/** Anna handed the device over, somebody else had it, and she comes back offline. */
beforeEach(async () => {
  await saveVaultEntry(anna, keyText, { by: 'pin', text: pin })
  const session = { user: JSON.stringify(anna), userAbilityRules: '[]' }
  await stashSession(anna.id, await importKey(keyText), session)
  keepPerson({ user_id: anna.id, name: 'Anna', company: '', device: 'enrolled', isAway: true })
  expect(await resumeSession(anna.id, pin)).toBe(true)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await removeVaultEntry(anna.id)
  forgetKey(anna.id)
  localStorage.clear()
})

/** What the server is asked, in order, and answers. */
function answering(answer: (path: string) => Response | Promise<never>) {
  const asked: { path: string; token: string | null; body: unknown }[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (address, options) => {
    const path = new URL(String(address), location.origin).pathname
    const headers = new Headers(options?.headers)
    asked.push({ path, token: headers.get('authorization'), body: JSON.parse(String(options?.body ?? 'null')) })
    return answer(path)
  })
  return asked
}

const refused = (status: number, code: string) => Response.json({ code, message: '' }, { status })

test('someone who comes back offline has no token, and the first request signs in with the PIN, once for all', async () => {
  expect(storedToken()).toBe(tokenToCome)
  expect(currentUser()?.name).toBe('Anna')
  const asked = answering(path =>
    Response.json({ data: path.endsWith('login-pin') ? { user: { ...anna, ability_rules: [] }, token: 'new' } : 1 }),
  )
  expect(await Promise.all([request('GET', '/one'), request('GET', '/two')])).toEqual([1, 1])
  expect(asked[0]).toEqual({ path: '/api/auth/login-pin', token: null, body: { device: 'enrolled', pin } })
  // Both wait for the same token; which goes first is the browser's choice.
  expect(
    asked
      .slice(1)
      .map(({ path, token }) => [path, token])
      .sort(),
  ).toEqual([
    ['/api/one', 'Bearer new'],
    ['/api/two', 'Bearer new'],
  ])
  expect(storedToken()).toBe('new')
  expect(await findVaultEntry(anna.id)).not.toHaveProperty('typed')
})

test('while the server cannot be reached they stay offline, as they are', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(request('GET', '/one')).rejects.toMatchObject({ status: 0, isPassing: true })
  answering(() => refused(503, 'too_busy'))
  await expect(request('GET', '/one')).rejects.toMatchObject({ status: 503 })
  expect(storedToken()).toBe(tokenToCome)
  expect(await findStashedSecret(anna.id, await importKey(keyText))).toBe(pin)
})

test('a PIN that the server refuses ends what they came back to; their work still opens here', async () => {
  const asked = answering(() => refused(410, 'enrolment_ended'))
  await expect(request('GET', '/one')).rejects.toMatchObject({ code: 'enrolment_ended' })
  expect(asked).toHaveLength(1)
  expect(currentUser()).toBeNull()
  await expect.poll(async () => (await findVaultEntry(anna.id)) ?? {}).not.toHaveProperty('typed')
  expect(await unlockVault(anna.id, pin)).toEqual({ keyText, session: undefined })
})
