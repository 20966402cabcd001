import { afterEach, expect, test, vi } from 'vitest'
import { refreshToken } from './client.ts'
import { storedToken, storeToken } from './session/token.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** Answers every refresh with this, and counts them. */
const answering = (answer: () => Response | Promise<Response>) =>
  vi.spyOn(window, 'fetch').mockImplementation(async () => answer())

test('a refused refresh ends the session', async () => {
  storeToken('old')
  answering(() => Response.json({ code: 'unauthenticated', message: 'Please sign in.' }, { status: 401 }))
  expect(await refreshToken('old')).toBe(false)
  expect(storedToken()).toBeNull()
})

test('without an answer, or where the server is busy, the session stays', async () => {
  storeToken('old')
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await refreshToken('old')).toBe(false)
  answering(() => Response.json({ code: 'unavailable' }, { status: 503 }))
  expect(await refreshToken('old')).toBe(false)
  expect(storedToken()).toBe('old')
})

test('an expired token is replaced once, however many calls were refused with it', async () => {
  storeToken('old')
  const asked = answering(() => Response.json({ data: { token: 'new' } }))
  expect(await Promise.all([refreshToken('old'), refreshToken('old'), refreshToken('old')])).toEqual([true, true, true])
  expect(await refreshToken('old')).toBe(true)
  expect(storedToken()).toBe('new')
  expect(asked.mock.calls.filter(([url]) => String(url).startsWith('/api/auth/refresh'))).toHaveLength(1)
})
