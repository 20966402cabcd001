/**
 * What opens a person's work on this device without the server: their key, wrapped under their PIN or password (PBKDF2, AES-GCM), made when
 * they sign in with it. With it they come back without signal where several share a device, and reach what they did not send when they
 * can sign in no more. A session that was handed over lies here too, sealed under the key itself. docs/decisions/0027.
 */
import { Dexie, type Table } from 'dexie'
import { keptPeople } from '../../people.ts'
import { unsentByPerson } from '../othersWaiting.ts'
import { importKey } from './deviceKey.ts'
import { openRow, type Row, type SealedRow, sealRow } from './seal.ts'

const rounds = 600_000
const freeTries = 5
const firstWaitMs = 30_000
const longestWaitMs = 3_600_000

export type Secret = { by: 'pin' | 'password'; text: string }
export type Lock = {
  user_id: number
  name: string
  by: Secret['by']
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  iv: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  /** Wrong secrets in a row; after five there is a wait, longer each time. What is kept is never thrown away for it. */
  wrong: number
  not_before: number
  session?: SealedRow
  /** The account is gone: nothing of it can be sent any more. */
  is_deleted?: boolean
}

/** It was not the secret; `waitMs` says how long no other is looked at. */
export class WrongSecret extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('That does not open it')
    this.waitMs = waitMs
  }
}

class LockDatabase extends Dexie {
  declare locks: Table<Lock, number>
  constructor() {
    super('tend-locks', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ locks: 'user_id' })
  }
}

async function inLocks<T>(work: (locks: Table<Lock, number>) => Promise<T>): Promise<T> {
  const database = new LockDatabase()
  try {
    return await work(database.locks)
  } finally {
    database.close()
  }
}

/** Makes the lock of somebody who signed in with a secret; gives the token of the session that an earlier one held, to be ended. */
export async function keepLock(
  { id, name }: { id: number; name: string },
  keyText: string,
  { by, text }: Secret,
): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const [salt, iv] = [random(16), random(12)]
  const wrapping = await wrappingKey(text, salt, rounds)
  const wrapped = await crypto.subtle.encrypt(bound(id, iv), wrapping, new TextEncoder().encode(keyText))
  const before = await findLock(id)
  await inLocks(locks => locks.put({ user_id: id, name, by, salt, rounds, iv, wrapped, wrong: 0, not_before: 0 }))
  if (!before?.session) return undefined
  const kept = await openRow(await importKey(keyText), nameOfSession(id), before.session).catch(() => undefined)
  return kept?.tend_token as string | undefined
}

export const findLock = (userId: number): Promise<Lock | undefined> => inLocks(locks => locks.get(userId))
export const allLocks = (): Promise<Lock[]> => inLocks(locks => locks.toArray())

/** The key, and the session if it was handed over. Throws `WrongSecret`. */
export async function openLock(userId: number, text: string): Promise<{ keyText: string; session: Row | undefined }> {
  const lock = await findLock(userId)
  if (!lock) throw new WrongSecret(0)
  if (lock.not_before > Date.now()) throw new WrongSecret(lock.not_before - Date.now())
  const wrapping = await wrappingKey(text, lock.salt, lock.rounds)
  const opened = await crypto.subtle.decrypt(bound(userId, lock.iv), wrapping, lock.wrapped).catch(error => {
    // Only this says that it was another secret; whatever else goes wrong is no try.
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  })
  if (!opened) {
    const wrong = lock.wrong + 1
    const waitMs = wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (wrong - freeTries))
    await change(userId, { wrong, not_before: waitMs === 0 ? 0 : Date.now() + waitMs })
    throw new WrongSecret(waitMs)
  }
  const keyText = new TextDecoder().decode(opened)
  const key = await importKey(keyText)
  // A session that cannot be read is over; the work is opened all the same.
  const session = lock.session && (await openRow(key, nameOfSession(userId), lock.session).catch(() => undefined))
  // A full device counts on; that keeps nobody out who has the secret.
  await change(userId, { wrong: 0, not_before: 0 }).catch(cause => console.warn('Wrong tries are still counted', cause))
  return { keyText, session }
}

/** Puts the session of somebody who hands the device over into their lock. False where they have none, and can only sign out. */
export async function putAway(userId: number, key: CryptoKey, session: Row): Promise<boolean> {
  if (!(await findLock(userId))) return false
  await change(userId, { session: await sealRow(key, nameOfSession(userId), new Set(), session) })
  forgetNotices()
  return true
}

/** The session that was handed over is in use again, or ended. */
export function takeSession(userId: number): Promise<void> {
  forgetNotices()
  return inLocks(async locks => {
    const lock = await locks.get(userId)
    if (!lock) return
    const { session: _, ...rest } = lock
    await locks.put(rest)
  })
}

/** Whoever has this device next reads none of the notices that it kept. The worker does it though this page goes. */
const forgetNotices = () => navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_NOTICES' })

/** Notes that nothing of this person can be sent any more. */
export const noteDeleted = (userId: number): Promise<void> => change(userId, { is_deleted: true })

export const removeLock = (userId: number): Promise<void> => inLocks(locks => locks.delete(userId))

/** Removes the locks of people who are not of this device any more and left nothing on it. */
export async function tidyLocks(except: number): Promise<void> {
  const unsent = await unsentByPerson()
  const ofDevice = new Set(keptPeople().map(({ user_id }) => user_id))
  for (const { user_id } of await allLocks())
    if (user_id !== except && !ofDevice.has(user_id) && !unsent.has(user_id)) await removeLock(user_id)
}

const change = (userId: number, changes: Partial<Lock>): Promise<void> =>
  inLocks(async locks => void (await locks.update(userId, changes as object)))

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const nameOfSession = (userId: number) => `session ${userId}`
const bound = (userId: number, iv: Uint8Array<ArrayBuffer>) => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: new TextEncoder().encode(`lock ${userId}`),
})

async function wrappingKey(text: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(text.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
