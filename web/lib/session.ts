/**
 * Who is signed in on this browser: `tend_token`, `user` and `userAbilityRules` in local storage, the same for all tabs.
 * A stored user that does not parse counts as signed out.
 */
import { useSyncExternalStore } from 'react'
import type { auth, CurrentUser } from '#shared/auth/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import type { RawRule } from '#shared/lib/rules.ts'
import { request } from './client.ts'
import { bringKey } from './offline/bringKey.ts'
import { forgetKey } from './offline/deviceKey.ts'
import { forgetCopies } from './offline/forgetCopies.ts'
import { forgetOthers } from './offline/forgetOthers.ts'
import { forgetToken, onSessionEnded, storedToken, storeToken } from './token.ts'

export type SessionUser = Omit<CurrentUser, 'ability_rules'>

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** The stored value of a key, parsed once per text so that React sees the same object again. */
function storedObject<T>(key: string, isValid: (value: unknown) => value is T): () => T | null {
  let text: string | null = null
  let value: T | null = null
  return () => {
    const stored = localStorage.getItem(key)
    if (stored !== text) {
      text = stored
      value = parsed(stored, isValid)
    }
    return value
  }
}

function parsed<T>(text: string | null, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isValid(value) ? value : null
  } catch {
    return null
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
const currentRules = (): RawRule[] => (currentUser() && readRules()) || noRules

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The signed-in person; renders again when that changes, in any tab. */
export const useUser = () => useSyncExternalStore(subscribe, currentUser)
/** The rules by which the screen hides what the person may not do. */
export const useAbilityRules = () => useSyncExternalStore(subscribe, currentRules)

/** Keeps what the server said about the signed-in person, unless they have left while it was on its way. */
export function storeUser({ ability_rules, ...user }: CurrentUser) {
  if (!storedToken()) return
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify(ability_rules))
  changed()
}

function clear() {
  const id = readUser()?.id
  forgetCopies(id)
  forgetKey(id)
  for (const key of ['user', 'userAbilityRules', 'tend_tasks']) localStorage.removeItem(key)
  changed()
}
onSessionEnded(clear)
void forgetOthers(currentUser()?.id)

/** Begins a session with what a way in answered (signIn.ts), on this browser. */
export async function enter({ user, token }: { user: CurrentUser; token: string }) {
  storeToken(token)
  await forgetOthers(user.id)
  // The outbox asks again where this fails. Nobody gets the key of a person whom they act as.
  if (!user.acting_for)
    await bringKey(user.id).catch(cause => console.warn('What is kept here is not sealed yet', cause))
  storeUser(user)
}

/** Reads the person again: the name, the company or the rights may have changed. */
export async function refreshUser() {
  storeUser(await request<CurrentUser>('GET', '/auth/user'))
}

const leaving = new Set<() => Promise<void>>()
/** Does something while the session still stands: before it ends by signing out, or goes on in another company. */
export function onLeaving(work: () => Promise<void>) {
  leaving.add(work)
  return () => leaving.delete(work)
}
const leave = () => Promise.all([...leaving].map(work => work()))

/** Changes the signed-in person's own settings, or the company that this session works in. */
export async function updateUser(changes: InputOf<typeof auth.updateUser>) {
  if (changes.company_id) await leave()
  storeUser(await request<CurrentUser>('PATCH', '/auth/user', { body: changes }))
}

/** Ends the session here and on the server; the page stays. Works without a network too. */
export async function signOut() {
  const headers = { Authorization: `Bearer ${storedToken()}` }
  void leave()
  forgetToken()
  clear()
  await request('POST', '/auth/logout', { body: {}, headers }).catch(() => undefined)
}

/** Ends the session, and starts the app afresh on the login page. */
export async function logout() {
  await signOut()
  location.assign('/auth/login')
}
