import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSessionCopy, keepSessionCopy, restoreSession } from './sessionCopy.ts'

const shelf = new Map<string, string>()
const signedIn = { tend_token: 'token', user: '{"id":7}', userAbilityRules: '[]' }

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, text: string) => shelf.set(name, text),
    removeItem: (name: string) => shelf.delete(name),
  })
  shelf.clear()
})
afterEach(async () => {
  await new Promise(resolve => {
    indexedDB.deleteDatabase('tend-session').onsuccess = resolve
  })
  vi.unstubAllGlobals()
})

const signIn = (token = signedIn.tend_token) => {
  for (const [name, text] of Object.entries({ ...signedIn, tend_token: token })) shelf.set(name, text)
}
const signOut = () => {
  for (const name of Object.keys(signedIn)) shelf.delete(name)
  return forgetSessionCopy()
}
/** The browser is killed and has written local storage no further than this. */
const killWith = (written: [string, string][]) => {
  shelf.clear()
  for (const [name, text] of written) shelf.set(name, text)
}

test('a session that local storage lost is there again, and one that ended is not', async () => {
  signIn()
  await keepSessionCopy()
  shelf.clear()
  await restoreSession()
  expect(Object.fromEntries(shelf)).toMatchObject(signedIn)
  await signOut()
  shelf.clear()
  await restoreSession()
  expect(shelf.has('tend_token')).toBe(false)
})

test('an older session, which local storage still has after a kill, gives way to the one that came after it', async () => {
  signIn('first')
  await keepSessionCopy()
  const written = [...shelf]
  await signOut()
  signIn('second')
  await keepSessionCopy()
  killWith(written)
  await restoreSession()
  expect(shelf.get('tend_token')).toBe('second')
})

test('a session that ended does not come back with a local storage that still has it', async () => {
  signIn()
  await keepSessionCopy()
  const written = [...shelf]
  await signOut()
  killWith(written)
  await restoreSession()
  for (const name of Object.keys(signedIn)) expect(shelf.has(name)).toBe(false)
})

test('where the end of one session is written late, the next one stays', async () => {
  signIn('first')
  await keepSessionCopy()
  const ending = signOut()
  signIn('second')
  await Promise.all([keepSessionCopy(), ending])
  shelf.clear()
  await restoreSession()
  expect(shelf.get('tend_token')).toBe('second')
})

test('a copy of an earlier version counts where local storage has nothing', async () => {
  await new Promise(resolve => {
    const request = indexedDB.open('tend-session')
    request.onupgradeneeded = () => request.result.createObjectStore('session').put(signedIn, 'own')
    request.onsuccess = () => {
      request.result.close()
      resolve(undefined)
    }
  })
  await restoreSession()
  expect(Object.fromEntries(shelf)).toEqual(signedIn)
  shelf.set('tend_token', 'newer')
  await restoreSession()
  expect(shelf.get('tend_token')).toBe('newer')
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
