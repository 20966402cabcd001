import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSessionCopy, keepSessionCopy, restoreSession } from './sessionCopy.ts'

const shelf = new Map<string, string>()
const signedIn = { tend_token: 'token', user: '{"id":7}', userAbilityRules: '[]' }

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, text: string) => shelf.set(name, text),
  })
  shelf.clear()
})
afterEach(async () => {
  await forgetSessionCopy()
  vi.unstubAllGlobals()
})

const signIn = () => {
  for (const [name, text] of Object.entries(signedIn)) shelf.set(name, text)
}

test('a session that local storage lost is there again, and one that ended is not', async () => {
  signIn()
  await keepSessionCopy()
  shelf.clear()
  await restoreSession()
  expect(Object.fromEntries(shelf)).toEqual(signedIn)
  await forgetSessionCopy()
  shelf.clear()
  await restoreSession()
  expect(shelf.size).toBe(0)
})

test('what local storage has is never overruled', async () => {
  signIn()
  await keepSessionCopy()
  shelf.set('tend_token', 'newer')
  await restoreSession()
  expect(shelf.get('tend_token')).toBe('newer')
})

test('nobody signed in leaves no copy', async () => {
  await keepSessionCopy()
  await restoreSession()
  expect(shelf.size).toBe(0)
})
