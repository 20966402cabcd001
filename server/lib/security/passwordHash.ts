import { hash, verify } from '@node-rs/argon2'
import type { Actor } from '#shared/lib/actor.ts'
import { requireNothingHeld } from '../concurrency/connectionGuard.ts'
import { fairnessKey } from '../concurrency/fairnessKey.ts'
import { heavyWork } from '../concurrency/heavyWork.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string, key?: Buffer): Promise<string> {
  requireNothingHeld('hash')
  return hash(password.normalize('NFKC'), { ...cost, ...(key && { secret: key }) })
}

/** Somebody's hash, against which an unknown address is checked: so that it takes as long as a known one. */
const unknownHash = hashPassword(crypto.randomUUID())

/**
 * Keyboards compose letters in different ways, so passwords are hashed in one (NFKC). Hashes from before that are of
 * what was typed then: as it is typed now, composed or not.
 */
const waysOfTyping = (secret: string): Set<string> =>
  new Set([secret.normalize('NFKC'), secret, secret.normalize('NFC'), secret.normalize('NFD')])

/** The call that asks, whose company or network takes a turn at the threads. */
type Caller = { actor: Pick<Actor, 'companyId'>; ip: string }

/**
 * The hash of a new password, PIN or code; with a key, nobody tries what it may be who does not have that. Called
 * with no connection held.
 */
export const hashed = (caller: Caller, secret: string, key?: Buffer): Promise<string> =>
  heavyWork('hash', fairnessKey(caller.actor, caller.ip), () => hashPassword(secret, key))

/**
 * Whether a password or PIN is right, with no connection held; `null` is for an address that nobody has. The caller
 * looks in its transaction whether the hash is still the same.
 */
export const isRight = ({ actor, ip }: Caller, stored: string | null, secret: string, key?: Buffer): Promise<boolean> =>
  heavyWork('hash', fairnessKey(actor, ip), async () => {
    const against = stored ?? (await unknownHash)
    for (const way of waysOfTyping(secret))
      if (await verify(against, way, key && { secret: key })) return stored !== null
    return false
  })
