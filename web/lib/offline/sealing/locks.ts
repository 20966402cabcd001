/**
 * Locks open a person's work on this device without the server: their key, wrapped under their PIN or password (lockKey.ts) when they sign in
 * with it. With it they come back offline where several share a device, and reach unsent work when they can no longer sign in. Someone who
 * handed the device over has their name and rights here, sealed under the key; their session only where they sign in with a password.
 * docs/decisions/0027.
 */
import { Dexie, type Table } from 'dexie'
import { keptPeople } from '../../people.ts'
import { unsentByPerson } from '../othersWaiting.ts'
import { importKey } from './deviceKey.ts'
import { type LockCost, lockKey, newLockCost } from './lockKey.ts'
import { openRow, type Row, type SealedRow, sealRow } from './seal.ts'

const freeTries = 5
const firstWaitMs = 30_000
const longestWaitMs = 3_600_000

export type Secret = { by: 'pin' | 'password'; text: string }
export type Lock = LockCost & {
  user_id: number
  name: string
  by: Secret['by']
  iv: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  /** Wrong secrets in a row; after five there is a wait, longer each time. What is kept is never thrown away for it. */
  wrong: number
  not_before: number
  session?: SealedRow
  /** The secret of someone who came back offline, until the server has given them a session for it. */
  typed?: SealedRow
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
  const wrapped = await wrap(id, keyText, text)
  const before = await findLock(id)
  await inLocks(locks => locks.put({ user_id: id, name, by, ...wrapped, wrong: 0, not_before: 0 }))
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
  const wrapping = await lockKey(text, lock)
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
  // A full device counts on; that keeps nobody out who has the secret. Locks of earlier versions become as strong as new ones.
  const stronger = lock.argon2 ? undefined : wrap(userId, keyText, text)
  await Promise.resolve(stronger)
    .then(wrapped => change(userId, { wrong: 0, not_before: 0, ...wrapped }))
    .catch(cause => console.warn('The lock stays as it was', cause))
  return { keyText, session }
}

/** Puts the session of somebody who hands the device over into their lock. False where they have none, and can only sign out. */
export async function putAway(userId: number, key: CryptoKey, session: Row): Promise<boolean> {
  if (!(await findLock(userId))) return false
  const sealed = await sealRow(key, nameOfSession(userId), new Set(), session)
  await inLocks(locks =>
    locks.where({ user_id: userId }).modify(lock => {
      lock.session = sealed
      delete lock.typed
    }),
  )
  forgetNotices()
  return true
}

/** The session that was handed over is in use again, or ended. */
export function takeSession(userId: number): Promise<void> {
  forgetNotices()
  return inLocks(async locks => {
    await locks.where({ user_id: userId }).modify(lock => {
      delete lock.session
      delete lock.typed
    })
  })
}

/** Keeps the secret with which somebody came back offline, sealed, until the server can be asked with it. */
export const keepTyped = async (userId: number, keyText: string, text: string): Promise<void> =>
  change(userId, { typed: await sealRow(await importKey(keyText), nameOfTyped(userId), new Set(), { text }) })

/** The secret that waits for the network. Undefined where there is none, or it cannot be read here. */
export async function findTyped(userId: number, key: CryptoKey): Promise<string | undefined> {
  const typed = (await findLock(userId))?.typed
  const row = typed && (await openRow(key, nameOfTyped(userId), typed).catch(() => undefined))
  return row && String(row.text)
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
const nameOfTyped = (userId: number) => `typed ${userId}`
const bound = (userId: number, iv: Uint8Array<ArrayBuffer>) => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: new TextEncoder().encode(`lock ${userId}`),
})

async function wrap(userId: number, keyText: string, secret: string): Promise<LockCost & Pick<Lock, 'iv' | 'wrapped'>> {
  const [cost, iv] = [await newLockCost(), random(12)]
  const wrapping = await lockKey(secret, cost)
  const wrapped = await crypto.subtle.encrypt(bound(userId, iv), wrapping, new TextEncoder().encode(keyText))
  return { ...cost, iv, wrapped }
}
