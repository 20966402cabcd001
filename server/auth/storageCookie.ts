import type { Cookie } from '../lib/http/cookies.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'

/** Lets <img> and links read /storage, where no Authorization header is sent. Good for nothing else. */
export const storageCookie = 'tend_storage'

/** The cookie for a session, or what clears it. */
export const storageCookieFor = (serverKey: Buffer, sessionId: number | null): Cookie => ({
  value: sessionId === null ? null : storageCookieValue(serverKey, sessionId),
  path: '/storage',
  days: 30,
})

export const storageCookieValue = (serverKey: Buffer, sessionId: number) =>
  `${sessionId}.${derive(serverKey, storageCookie, sessionId)}`

/** The session that a cookie speaks for, or null for one that we did not make. */
export function sessionOfCookie(serverKey: Buffer, cookie: string | undefined): number | null {
  const [id] = cookie?.split('.') ?? []
  const sessionId = Number(id)
  if (!cookie || !Number.isInteger(sessionId)) return null
  return sameSecret(cookie, storageCookieValue(serverKey, sessionId)) ? sessionId : null
}
