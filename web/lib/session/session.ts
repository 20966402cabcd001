/**
 * Who is signed in on this browser: `tend_token`, `user` and `userAbilityRules` in local storage, the same for all
 * tabs. A stored user that does not parse counts as signed out.
 */
import { useSyncExternalStore } from 'react'
import type { auth, CurrentUser } from '#shared/accounts/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import type { RawRule } from '#shared/lib/rules.ts'
import { request } from '../client.ts'
import {
  forgetKey,
  forgetResponses,
  removeKeysOfOthers,
  SignedOutError,
  setKeySource,
  storeKey,
} from '../encryption/deviceKey.ts'
import type { Secret } from '../encryption/keyVault.ts'
import { Listeners } from '../listeners.ts'
import { forgetAway } from '../people.ts'
import { onDevice, storedJson } from '../storage.ts'
import { withTimeout } from '../withTimeout.ts'
import { forgetSessionCopy, keepSessionCopy, restoreSession } from './sessionCopy.ts'
import { forgetToken, onSessionEnded, storedToken, storeToken } from './token.ts'

export type SessionUser = Omit<CurrentUser, 'ability_rules'>

const listeners = new Listeners()
export const sessionChanged = listeners.notify

/** The stored value of a key, parsed once per text so that React sees the same object again. */
function storedObject<T>(key: string, isValid: (value: unknown) => value is T): () => T | null {
  const stored = storedJson(onDevice, key, kept => (isValid(kept) ? kept : null))
  let text: string | null = null
  let value: T | null = null
  return () => {
    const now = onDevice.read(key)
    if (now !== text) {
      text = now
      value = stored.read()
    }
    return value
  }
}

const readUser = storedObject(
  'user',
  (value): value is SessionUser =>
    typeof value === 'object' && value !== null && 'id' in value && 'role_id' in value && 'time_zone' in value,
)
const noRules: RawRule[] = []
const readRules = storedObject('userAbilityRules', (value): value is RawRule[] => Array.isArray(value))

/** The signed-in person, or null. */
export const currentUser = (): SessionUser | null => (storedToken() ? readUser() : null)
/** The rules as they are now. */
export const currentRules = (): RawRule[] => (currentUser() && readRules()) || noRules

function subscribe(listener: () => void) {
  const leave = listeners.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    leave()
    window.removeEventListener('storage', listener)
  }
}

/** The signed-in person; renders again when that changes, in any tab. */
export const useUser = () => useSyncExternalStore(subscribe, currentUser)
/** Whether mails leave this installation; links are handed over where not. */
export const useHasMail = () => useUser()?.has_mail !== false
/** The rules by which the screen hides what the person may not do. */
export const useAbilityRules = () => useSyncExternalStore(subscribe, currentRules)

/** Keeps what the server said about the signed-in person, unless they have left while it was on its way. */
export function storeUser({ ability_rules, ...user }: CurrentUser): Promise<void> {
  if (!storedToken()) return Promise.resolve()
  onDevice.write('user', JSON.stringify(user))
  onDevice.write('userAbilityRules', JSON.stringify(ability_rules))
  sessionChanged()
  return keepSessionCopy()
}

export function clearSession() {
  const id = readUser()?.id
  void forgetSessionCopy()
  if (id !== undefined && onDevice.read(awayMark) !== String(id)) {
    forgetResponses(id)
    forgetAway(id)
    void inLocks(locks => locks.dropStashedSession(id))
  }
  forgetKey(id)
  for (const key of ['user', 'userAbilityRules', 'tend_tasks']) onDevice.remove(key)
  sessionChanged()
}
onSessionEnded(clearSession)
setKeySource(async userId => {
  const user = currentUser()
  // Nobody gets the key of a person whom they act as.
  if (user?.id !== userId || user.acting_for) throw new SignedOutError()
  await fetchKey(userId)
})

/** Resolves when the start of this page has removed the keys of others. */
export let isTidy: Promise<unknown> = Promise.resolve()

/**
 * Before the first screen. Whose key and copies go is asked when it is certain who is signed in: a browser that was
 * killed may have brought no session, or an older one, until the copy is read.
 */
export async function startSession(): Promise<void> {
  await restoreSession()
  isTidy = removeKeysOfOthers(currentUser()?.id)
}

/**
 * Begins a session with what a way in answered (signIn.ts), on this browser. With the secret that was typed they come
 * back here without the server too.
 */
export async function enter({ user, token }: { user: CurrentUser; token: string }, secret?: Secret) {
  onDevice.remove(awayMark)
  storeToken(token)
  // The clean-up at the start of the page must not remove the key of a person who signs in during it.
  await isTidy.catch(() => undefined)
  await removeKeysOfOthers(user.id)
  // The outbox asks again where this fails. Nobody gets the key of a person whom they act as.
  const key = user.acting_for
    ? undefined
    : await fetchKey(user.id).catch(cause => console.warn('What is kept here is not encrypted yet', cause))
  const lock =
    key &&
    secret &&
    inLocks(async locks => {
      const before = await locks.saveVaultEntry(user, key, secret)
      // It was handed over, and its person has a new one.
      if (before && before !== token) void locks.endAtServer(before)
    })
  // By it they reach their work when they can sign in no more. A page that continues at once might be left before it is
  // here.
  await Promise.race([lock, new Promise(resolve => setTimeout(resolve, maxLockMs))])
  await storeUser(user)
}

/** A slow device is not waited for any longer. */
const maxLockMs = 5_000

/** What only some devices need is fetched when they do. One that cannot keep locks goes without. */
const inLocks = <T>(work: (locks: typeof import('../encryption/keyVault.ts')) => Promise<T>): Promise<T | undefined> =>
  import('../encryption/keyVault.ts').then(work).catch(cause => {
    console.warn('Nobody can come back to this device without the server', cause)
    return undefined
  })

/** Who has handed the device over just now: for all tabs their session is no longer here, and has not ended. */
export const awayMark = 'tend_away'
export const namesOfSession = ['tend_token', 'user', 'userAbilityRules'] as const

/** Reads the person again: the name, the company or the rights may have changed. */
export async function refreshUser() {
  storeUser(await request<CurrentUser>('GET', '/auth/user'))
}

const leaving = new Set<() => Promise<void>>()
/** Does something while the session is still valid: before it ends by signing out, or continues in another company. */
export function onLeaving(work: () => Promise<void>) {
  leaving.add(work)
  return () => leaving.delete(work)
}
const leave = () => Promise.all([...leaving].map(work => work()))

/** Changes the signed-in person's own settings, or the company that this session works in. */
export async function updateUser(changes: InputOf<typeof auth.updateUser>) {
  if (changes.company_id !== undefined) await leave()
  storeUser(await request<CurrentUser>('PATCH', '/auth/user', { body: changes }))
}

/**
 * Ends the session here and on the server; the page stays. Works without a network too. Returns the address at which to
 * sign out at the provider, where there is one.
 */
export async function signOut(): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${storedToken()}` }
  void leave()
  forgetToken()
  clearSession()
  await forgetSessionCopy()
  const ended = request<{ address: string } | null>('POST', '/auth/logout', { body: {}, headers })
  return (await ended.catch(() => null))?.address
}

/** Ends the session, and starts the app afresh on the login page. */
export async function logout() {
  location.assign((await signOut()) ?? '/auth/login')
}

/** A dead connection must be told to the person soon; the next try may find a living one. */
const maxKeyRequestMs = 10_000
const requestKey = withTimeout(
  (path: string, options?: { signal?: AbortSignal }) => request<{ key: string }>('GET', path, options),
  maxKeyRequestMs,
)

/**
 * Fetches the signed-in person's key, stores it on this device and returns it. Throws a `RequestError` without a
 * network.
 */
export async function fetchKey(userId: number): Promise<string> {
  const { key } = await requestKey('/me/device-key')
  await storeKey(userId, key)
  return key
}
