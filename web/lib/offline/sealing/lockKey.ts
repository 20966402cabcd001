/**
 * Derives the key that opens a lock from a PIN or password, in two steps that are each expensive for someone who guesses. Argon2id needs memory,
 * which graphics cards have little of for each guess. PBKDF2 then runs under a key of this device that scripts use and cannot read: without that
 * key nothing can be tried elsewhere, and with its browser only as fast as this device computes. docs/decisions/0027 has the figures.
 */

import type { Argon2Cost, Argon2Wish } from './argon2.ts'

/** What a lock says of how its key is derived. Locks of versions without Argon2id have no `device`. */
export type LockCost = {
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
const longestMs = 60_000

/** The cost of a lock that is made now, with a salt and a device key of its own. */
export async function newLockCost(): Promise<LockCost> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const device = await importPbkdf2(crypto.getRandomValues(new Uint8Array(32)))
  return { salt, rounds, argon2, device }
}

/** The key of AES-GCM that this secret derives for a lock. */
export async function lockKey(text: string, cost: LockCost): Promise<CryptoKey> {
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

/** Computes in a thread, so that the page goes on. Without threads, as in unit tests, here. */
async function inThread(wish: Argon2Wish): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof Worker === 'undefined') return (await import('./argon2.ts')).argon2(wish)
  const worker = new Worker(new URL('./argon2.worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) =>
        data ? resolve(data) : reject(new Error('The lock could not be computed'))
      worker.onerror = event => reject(new Error(event.message))
      timer = setTimeout(() => reject(new Error('The lock takes too long')), longestMs)
      worker.postMessage(wish)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
