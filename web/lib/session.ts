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

function storeUser({ ability_rules, ...user }: CurrentUser) {
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

async function enter(path: string, body: object) {
  const { user, token } = await request<{ user: CurrentUser; token: string }>('POST', path, { body })
  storeToken(token)
  await forgetOthers(user.id)
  // The outbox asks again where this fails.
  await bringKey(user.id).catch(cause => console.warn('What is kept here is not sealed yet', cause))
  storeUser(user)
}

/** Signs in. Throws a RequestError with the code `wrong_credentials` for a wrong pair. */
export const login = (credentials: InputOf<typeof auth.login>) => enter('/auth/login', credentials)

/** Makes the first account of a new tend and signs in with it. Throws `not_found` when the address was used or is not the printed one. */
export const becomeFirstAdministrator = (person: InputOf<typeof auth.firstAdministrator>) =>
  enter('/auth/first-administrator', person)

/** Reads the person again: the name, the company or the rights may have changed. */
export async function refreshUser() {
  storeUser(await request<CurrentUser>('GET', '/auth/user'))
}

/** Changes the signed-in person's own settings, or the company that this session works in. */
export async function updateUser(changes: InputOf<typeof auth.updateUser>) {
  storeUser(await request<CurrentUser>('PATCH', '/auth/user', { body: changes }))
}

/** Ends the session here and on the server, and starts the app afresh on the login page. Works without a network too. */
export async function logout() {
  const headers = { Authorization: `Bearer ${storedToken()}` }
  forgetToken()
  clear()
  await request('POST', '/auth/logout', { body: {}, headers }).catch(() => undefined)
  location.assign('/auth/login')
}
