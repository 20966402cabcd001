/**
 * The keys of people who use this device, each wrapped under their PIN or password, so that they can resume without the
 * server (docs/decisions/0027-a-shared-device-opens-by-pin.md). Beside a key, encrypted under it, are the person's name
 * and rights, and their session only where they sign in with a password.
 */
import { Dexie, type Table } from 'dexie'
import { unsentByUser } from '../pendingByUser.ts'
import { keptPeople } from '../people.ts'
import type { Argon2Cost, Argon2Wish } from './argon2.ts'
import { importKey } from './deviceKey.ts'
import { decryptRow, type EncryptedRow, encryptRow, type Row } from './encryption.ts'

const freeTries = 5
const firstWaitMs = 30_000
const maxWaitMs = 3_600_000

export type Secret = { by: 'pin' | 'password'; text: string }
export type VaultEntry = VaultCost & {
  user_id: number
  name: string
  by: Secret['by']
  iv: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  /** Wrong secrets in a row; after five there is a wait, longer each time. What is kept is never thrown away for it. */
  wrong: number
  not_before: number
  session?: EncryptedRow
  /** The secret of someone who came back offline, until the server has given them a session for it. */
  typed?: EncryptedRow
  /** The account is gone: nothing of it can be sent any more. */
  is_deleted?: boolean
}

/** It was not the secret; `waitMs` says how long no other is looked at. */
export class WrongSecretError extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('That does not open it')
    this.waitMs = waitMs
  }
}

class VaultDatabase extends Dexie {
  declare locks: Table<VaultEntry, number>
  constructor() {
    super('tend-locks', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ locks: 'user_id' })
  }
}

async function inVault<T>(work: (locks: Table<VaultEntry, number>) => Promise<T>): Promise<T> {
  const database = new VaultDatabase()
  try {
    return await work(database.locks)
  } finally {
    database.close()
  }
}

/**
 * Makes the lock of somebody who signed in with a secret; gives the token of the session that an earlier one held, to
 * be ended.
 */
export async function saveVaultEntry(
  { id, name }: { id: number; name: string },
  keyText: string,
  { by, text }: Secret,
): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const wrapped = await wrap(id, keyText, text)
  const before = await findVaultEntry(id)
  await inVault(locks => locks.put({ user_id: id, name, by, ...wrapped, wrong: 0, not_before: 0 }))
  if (!before?.session) return undefined
  const kept = await decryptRow(await importKey(keyText), nameOfSession(id), before.session).catch(() => undefined)
  return kept?.tend_token as string | undefined
}

export const findVaultEntry = (userId: number): Promise<VaultEntry | undefined> => inVault(locks => locks.get(userId))
export const listVaultEntries = (): Promise<VaultEntry[]> => inVault(locks => locks.toArray())

/** The key, and the session if it was handed over. Throws `WrongSecretError`. */
export async function unlockVault(
  userId: number,
  text: string,
): Promise<{ keyText: string; session: Row | undefined }> {
  const lock = await findVaultEntry(userId)
  if (!lock) throw new WrongSecretError(0)
  if (lock.not_before > Date.now()) throw new WrongSecretError(lock.not_before - Date.now())
  const wrapping = await deriveVaultKey(text, lock)
  const opened = await crypto.subtle.decrypt(bound(userId, lock.iv), wrapping, lock.wrapped).catch(error => {
    // Only this error means a wrong secret; other failures count as no attempt.
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  })
  if (!opened) {
    const wrong = lock.wrong + 1
    const waitMs = wrong < freeTries ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (wrong - freeTries))
    await change(userId, { wrong, not_before: waitMs === 0 ? 0 : Date.now() + waitMs })
    throw new WrongSecretError(waitMs)
  }
  const keyText = new TextDecoder().decode(opened)
  const key = await importKey(keyText)
  // A session that cannot be read is over; the work is opened all the same.
  const session = lock.session && (await decryptRow(key, nameOfSession(userId), lock.session).catch(() => undefined))
  // A full device counts on; that keeps nobody out who has the secret. Locks of earlier versions become as strong as
  // new ones.
  const stronger = lock.argon2 ? undefined : wrap(userId, keyText, text)
  await Promise.resolve(stronger)
    .then(wrapped => change(userId, { wrong: 0, not_before: 0, ...wrapped }))
    .catch(cause => console.warn('The lock stays as it was', cause))
  return { keyText, session }
}

/**
 * Puts the session of somebody who hands the device over into their lock. False where they have none, and can only sign
 * out.
 */
export async function stashSession(userId: number, key: CryptoKey, session: Row): Promise<boolean> {
  if (!(await findVaultEntry(userId))) return false
  const sealed = await encryptRow(key, nameOfSession(userId), new Set(), session)
  await inVault(locks =>
    locks.where({ user_id: userId }).modify(lock => {
      lock.session = sealed
      delete lock.typed
    }),
  )
  forgetNotices()
  return true
}

/** The session that was handed over is in use again, or ended. */
export function dropStashedSession(userId: number): Promise<void> {
  forgetNotices()
  return inVault(async locks => {
    await locks.where({ user_id: userId }).modify(lock => {
      delete lock.session
      delete lock.typed
    })
  })
}

/** Keeps the secret with which somebody came back offline, sealed, until the server can be asked with it. */
export const stashSecret = async (userId: number, keyText: string, text: string): Promise<void> =>
  change(userId, { typed: await encryptRow(await importKey(keyText), nameOfTyped(userId), new Set(), { text }) })

/** The secret that waits for the network. Undefined where there is none, or it cannot be read here. */
export async function findStashedSecret(userId: number, key: CryptoKey): Promise<string | undefined> {
  const typed = (await findVaultEntry(userId))?.typed
  const row = typed && (await decryptRow(key, nameOfTyped(userId), typed).catch(() => undefined))
  return row && String(row.text)
}

/**
 * The next person on this device reads none of the notifications that it stored. The worker deletes them also when this
 * page is gone.
 */
const forgetNotices = () => navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_NOTICES' })

/** Notes that nothing of this person can be sent any more. */
export const markAccountDeleted = (userId: number): Promise<void> => change(userId, { is_deleted: true })

export const removeVaultEntry = (userId: number): Promise<void> => inVault(locks => locks.delete(userId))

/** Removes the locks of people who are not of this device any more and left nothing on it. */
export async function pruneVault(except: number): Promise<void> {
  const unsent = await unsentByUser()
  const ofDevice = new Set(keptPeople().map(({ user_id }) => user_id))
  for (const { user_id } of await listVaultEntries())
    if (user_id !== except && !ofDevice.has(user_id) && !unsent.has(user_id)) await removeVaultEntry(user_id)
}

const change = (userId: number, changes: Partial<VaultEntry>): Promise<void> =>
  inVault(async locks => void (await locks.update(userId, changes as object)))

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const nameOfSession = (userId: number) => `session ${userId}`
const nameOfTyped = (userId: number) => `typed ${userId}`
const bound = (userId: number, iv: Uint8Array<ArrayBuffer>) => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: new TextEncoder().encode(`lock ${userId}`),
})

async function wrap(
  userId: number,
  keyText: string,
  secret: string,
): Promise<VaultCost & Pick<VaultEntry, 'iv' | 'wrapped'>> {
  const [cost, iv] = [await newVaultCost(), random(12)]
  const wrapping = await deriveVaultKey(secret, cost)
  const wrapped = await crypto.subtle.encrypt(bound(userId, iv), wrapping, new TextEncoder().encode(keyText))
  return { ...cost, iv, wrapped }
}

// Derives the key that opens a lock from a PIN or password, in two steps that are each expensive for someone who
// guesses. Argon2id needs memory, which graphics cards have little of for each guess. PBKDF2 then runs under a key of
// this device that scripts use and cannot read: without that key nothing can be tried elsewhere, and with its browser
// only as fast as this device computes. docs/decisions/0027 has the figures.

/** What a lock says of how its key is derived. Locks of versions without Argon2id have no `device`. */
export type VaultCost = {
  salt: Uint8Array<ArrayBuffer>
  /** Rounds of PBKDF2. */
  rounds: number
  argon2?: Argon2Cost
  /** Belongs to this lock and this browser alone, and cannot be exported. */
  device?: CryptoKey
}

/** RFC 9106 recommends 64 MiB and three passes where memory is scarce. */
const argon2: Argon2Cost = { memoryKib: 64 * 1024, passes: 3 }
const rounds = 600_000
/** A slow phone needs about three seconds. */
const maxMs = 60_000

/** The cost of a lock that is made now, with a salt and a device key of its own. */
export async function newVaultCost(): Promise<VaultCost> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const device = await importPbkdf2(crypto.getRandomValues(new Uint8Array(32)))
  return { salt, rounds, argon2, device }
}

/** The key of AES-GCM that this secret derives for a lock. */
export async function deriveVaultKey(text: string, cost: VaultCost): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(text.normalize('NFKC'))
  const { argon2, device, salt, rounds } = cost
  if (!argon2 || !device) return derive(await importPbkdf2(secret), salt, rounds)
  return derive(device, await inThread({ secret, salt, cost: argon2 }), rounds)
}

const importPbkdf2 = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])

const derive = (base: CryptoKey, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )

/** Computes in a thread, so that the page continues. Without threads, as in unit tests, here. */
async function inThread(wish: Argon2Wish): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof Worker === 'undefined') return (await import('./argon2.ts')).argon2(wish)
  const worker = new Worker(new URL('./argon2.worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) =>
        data ? resolve(data) : reject(new Error('The lock could not be computed'))
      worker.onerror = event => reject(new Error(event.message))
      timer = setTimeout(() => reject(new Error('The lock takes too long')), maxMs)
      worker.postMessage(wish)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

/**
 * Ends a session that nobody uses here any more. Without a network it ends when its person signs in again on this
 * device.
 */
export async function endAtServer(token: string | null): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(maxEndMs)
  const wish = { method: 'POST', body: '{}', headers, signal, keepalive: true }
  await fetch('/api/auth/logout', wish).catch(() => undefined)
}

/** The next person waits for the tablet. */
const maxEndMs = 3_000
