/**
 * The key under which one person's work is encrypted on this device: a CryptoKey that scripts can use and nobody can
 * read out, given to their sessions only and deleted when the session ends
 * (docs/decisions/0011-encrypted-device-data.md). It uses no library, because sign-in needs it.
 */

import { inStore } from '../keyValueStore.ts'
import { Listeners } from '../listeners.ts'
import { keptPeople } from '../people.ts'
import { RequestError } from '../requestError.ts'
import { keepSessionCopy } from '../session/sessionCopy.ts'

/** A database for each person: signing out deletes it without asking anybody to open it. */
export const keyDatabaseName = (userId: number) => `tend-key-${userId}`
const store = 'key'

/**
 * The user id of people without an account: they have no key, and their answers are stored unencrypted until they are
 * sent.
 */
export const visitorId = 0

/** Keys that this tab knows, by person. A person without a key is looked up each time: it may have come since. */
const known = new Map<number, CryptoKey>()
/** Whose session ended in this page: what it still has to write must not be kept openly. */
const ended = new Set<number>()

/** The person is signed out: nothing of this person can be read or stored here. */
export class SignedOutError extends Error {
  constructor() {
    super('Nobody can read this until the person signs in again')
  }
}

/** Browsers withhold encryption on plain http from another machine. */
const canEncrypt = () => globalThis.crypto?.subtle !== undefined

const keyListeners = new Listeners()

/**
 * Calls back when somebody's key has come to this page, until the returned function is called: what could not be read
 * then can be.
 */
export const onKeyAvailable = keyListeners.subscribe

function use(userId: number, key: CryptoKey): void {
  ended.delete(userId)
  known.set(userId, key)
  keyListeners.notify()
}

/** Keeps the person's key, as the server gave it: 256 bits, base64url. */
export async function storeKey(userId: number, text: string): Promise<void> {
  if (!canEncrypt()) return
  const key = await importKey(text)
  await inKeys(userId, 'readwrite', keys => keys.put(key, 'own'))
  use(userId, key)
}

/** Uses the key in this page alone, for somebody who is not signed in and opens what they left here. */
export async function holdKey(userId: number, text: string): Promise<void> {
  use(userId, await importKey(text))
}

/** The key as scripts can use it and nobody can read it out. */
export function importKey(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/**
 * Keeps again what the browser dropped with all the rest: the session's second copy, and the key that this tab knows.
 */
export async function restoreKeyAndSession(userId: number): Promise<void> {
  const key = known.get(userId)
  await Promise.all([keepSessionCopy(), key && inKeys(userId, 'readwrite', keys => keys.put(key, 'own'))])
}

/** The person's key, without waiting, where this tab has had it before. */
export const cachedKey = (userId: number): CryptoKey | undefined => known.get(userId)

/** The person's key, or null where this device has none. Throws `SignedOutError` after `forgetKey`. */
export async function findKey(userId: number): Promise<CryptoKey | null> {
  const found = known.get(userId)
  if (found) return found
  if (userId === visitorId) return null
  if (ended.has(userId)) throw new SignedOutError()
  if (!canEncrypt()) return null
  const key = await lookUp(userId)
  if (ended.has(userId)) throw new SignedOutError()
  if (key) known.set(userId, key)
  return key ?? null
}

/** Concurrent lookups share one. */
const looking = new Map<number, Promise<CryptoKey | undefined>>()

function lookUp(userId: number): Promise<CryptoKey | undefined> {
  const running =
    looking.get(userId) ??
    inKeys<CryptoKey | undefined>(userId, 'readonly', keys => keys.get('own')).finally(() => looking.delete(userId))
  looking.set(userId, running)
  return running
}

let fetchKeyAgain: (userId: number) => Promise<void> = async () => {
  throw new SignedOutError()
}

/** Says how a key is had again that this device lost; the session knows. */
export const setKeySource = (fetch: typeof fetchKeyAgain): void => {
  fetchKeyAgain = fetch
}

/** All that miss the same key at the same moment ask once. */
const fetching = new Map<number, Promise<void>>()

/**
 * Brings a key that the browser dropped. Throws `SignedOutError` for anybody who is not signed in, and
 * `KeyUnavailableError` without a network.
 */
export function fetchMissingKey(userId: number): Promise<void> {
  const running =
    fetching.get(userId) ??
    fetchKeyAgain(userId)
      .catch(cause => {
        throw cause instanceof RequestError && cause.isPassing ? new KeyUnavailableError(cause) : cause
      })
      .finally(() => fetching.delete(userId))
  fetching.set(userId, running)
  return running
}

/**
 * Nobody waits longer than this for what they typed to be kept, and a server that does not answer is not asked at each
 * letter.
 */
const maxAskMs = 1_500
const askAgainMs = 30_000
/** Who was asked for a moment ago. */
const asked = new Map<number, Promise<void>>()

/**
 * The key to keep something with. Where there is none the server is asked for a moment: only what it cannot give leaves
 * words open.
 */
export async function findEncryptionKey(userId: number): Promise<CryptoKey | null> {
  const found = await findKey(userId)
  if (found || userId === visitorId || !canEncrypt()) return found
  if (!asked.has(userId)) {
    const given = fetchMissingKey(userId).catch(() => undefined)
    asked.set(userId, Promise.race([given, new Promise<void>(resolve => setTimeout(resolve, maxAskMs))]))
    setTimeout(() => asked.delete(userId), askAgainMs)
  }
  await asked.get(userId)
  return findKey(userId)
}

/** The session is over: from now on nothing that is kept for this person can be read here. */
export function forgetKey(userId: number | undefined): void {
  if (userId === undefined) return
  ended.add(userId)
  known.delete(userId)
  indexedDB.deleteDatabase(keyDatabaseName(userId))
}

const inKeys = <T>(userId: number, mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest): Promise<T> =>
  inStore(keyDatabaseName(userId), store, mode, work)

/**
 * Stored rows are encrypted, their key is not on this device, and the server cannot be asked just now. Nothing is lost.
 */
export class KeyUnavailableError extends RequestError {
  override name = 'KeyUnavailableError'
}

/** A signed-out person has neither key nor cached answers here, also where the app ended during sign-out. */
export async function removeKeysOfOthers(userId: number | undefined): Promise<void> {
  // A person who locked the device finds their cached answers again; they are encrypted until then.
  const away = new Set(keptPeople().flatMap(({ user_id, isAway }) => (isAway ? [user_id] : [])))
  const databases = (await indexedDB.databases?.()) ?? []
  for (const { name } of databases) {
    const owner = Number(name?.match(/^tend-(?:key|copies)-(\d+)$/)?.[1] ?? userId)
    if (owner === userId) continue
    forgetKey(owner)
    if (!away.has(owner)) forgetResponses(owner)
  }
}

/**
 * The database of what a person read here. Apart from their work, because it goes when they sign out and their work
 * stays.
 */
export const responseDatabaseName = (userId: number) => `tend-copies-${userId}`

/** Removes what a person read on this device: they sign out, and the next person on the phone must not find it. */
export function forgetResponses(userId: number | undefined): void {
  if (userId !== undefined) indexedDB.deleteDatabase(responseDatabaseName(userId))
}
