/**
 * Where passkeys are good, and what they sign. A challenge carries its end and our signature, so that nothing is stored
 * until somebody answers it: sign-in pages ask for one each time they open.
 */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { lt } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Context, Services } from '../lib/context.ts'
import { derive, hashToken, sameSecret } from '../lib/security/secrets.ts'
import { answeredChallenges } from './passkeyTable.ts'

const life = 5 * 60_000
const purpose = 'passkey challenge'

/** To what an answer is bound: somebody's new passkey, their second factor, or a sign-in of anybody. */
export type ChallengeFor = `register ${number}` | `second factor ${number}` | 'sign in'

/** The name that passkeys are bound to, and the only address whose pages may use them. */
type RelyingParty = { id: string; origin: string }

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/

/**
 * Where this tend's passkeys are good: at PUBLIC_URL, if that is https with a name; without one at localhost, where
 * somebody tries tend. Null elsewhere, as browsers refuse passkeys for bare numbers and without encryption.
 */
export function findRelyingParty({ config, address }: Pick<Services, 'config' | 'address'>): RelyingParty | null {
  const url = new URL(config.publicUrl ?? address('/'))
  if (!config.publicUrl || loopback.test(url.hostname)) {
    url.hostname = 'localhost'
    return { id: 'localhost', origin: url.origin }
  }
  if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0) return null
  return { id: url.hostname, origin: url.origin }
}

/** The same. Throws `passkeys_unavailable` for null. */
export function requireRelyingParty(services: Pick<Services, 'config' | 'address'>): RelyingParty {
  const party = findRelyingParty(services)
  if (!party) throw new Problem('passkeys_unavailable')
  return party
}

/** Makes a challenge that is good once, for five minutes. */
export function newChallenge({ services, now }: Context, whose: ChallengeFor): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(24)
  body.writeBigUInt64BE(BigInt(now.getTime() + life))
  randomBytes(16).copy(body, 8)
  const signature = Buffer.from(derive(services.serverKey, purpose, whose, body.toString('base64url')), 'base64url')
  return new Uint8Array(Buffer.concat([body, signature]))
}

const tooLate = () => new Problem('link_expired', { text: 'passkey_too_late' })

type ClientData = { challenge: string; origin: string }

/**
 * The challenge that was signed, still to be taken by `takeChallenge`. Throws `passkey_elsewhere` for an answer of
 * another address, `link_expired` for an old challenge, and `passkey_refused` for one that we did not make for this.
 */
export function checkChallenge(ctx: Context, whose: ChallengeFor, clientData: string): string {
  const { challenge, origin } = readClientData(clientData)
  if (origin !== requireRelyingParty(ctx.services).origin) throw new Problem('passkey_elsewhere')
  const sent = Buffer.from(challenge, 'base64url')
  const [body, signature] = [sent.subarray(0, 24), sent.subarray(24).toString('base64url')]
  const own = derive(ctx.services.serverKey, purpose, whose, body.toString('base64url'))
  if (sent.length !== 56 || !sameSecret(own, signature)) throw new Problem('passkey_refused')
  if (body.readBigUInt64BE() <= BigInt(ctx.now.getTime())) throw tooLate()
  return challenge
}

function readClientData(encoded: string): ClientData {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin }
  } catch {
    // Refused like everything else that no browser made.
  }
  throw new Problem('passkey_refused')
}

/** Uses a challenge up. Throws `link_expired` for one that was answered before, also by a call beside this one. */
export async function takeChallenge({ db, now }: Context, challenge: string): Promise<void> {
  await db.delete(answeredChallenges).where(lt(answeredChallenges.expiresAt, now))
  const expiresAt = new Date(now.getTime() + life)
  const [taken] = await db
    .insert(answeredChallenges)
    .values({ challengeHash: hashToken(challenge), expiresAt })
    .onConflictDoNothing()
    .returning({ challengeHash: answeredChallenges.challengeHash })
  if (!taken) throw tooLate()
}
