/**
 * The tokens of sessions: whose they are, a secret, and a signature that says that this tend made them. So it is known
 * before any connection is taken whether somebody could be signed in at all, and whose turn it is: a made-up one waits
 * with those who are not signed in.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { derive, randomToken, sameSecret } from './secrets.ts'

/** By which people, and programs that look for lost secrets, know an API key. */
export const keyPrefix = 'tend_'

/** A new API key: like a session's token, whose signature tells a mistyped one before the database is asked. */
export const newKey = (serverKey: Buffer, userId: number): string => keyPrefix + newSessionToken(serverKey, userId)

/** A new token for somebody. The same secret makes the same token. */
export function newSessionToken(serverKey: Buffer, userId: number, secret: string = randomToken()): string {
  const body = `${userId}.${secret}`
  return `${body}.${signatureOf(serverKey, body)}`
}

/**
 * Whose a token is, if we made it; null for every other, and for those from before they were signed. It may be good no
 * longer.
 */
export function ownerOfToken(serverKey: Buffer, token: string): number | null {
  const body = token.startsWith(keyPrefix) ? token.slice(keyPrefix.length) : token
  const [userId = '', secret = '', signature = '', more] = body.split('.', 4)
  if (more !== undefined || !/^[1-9]\d{0,9}$/.test(userId)) return null
  return sameSecret(signature, signatureOf(serverKey, `${userId}.${secret}`)) ? Number(userId) : null
}

/** Half of a hash: 128 bits, which nobody guesses. */
const signatureOf = (serverKey: Buffer, body: string) => derive(serverKey, 'session token', body).slice(0, 22)

/** The bearer token of a request, or null. */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | null =>
  authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? null
