import { derive, sameSecret } from '../lib/secrets.ts'

/** Lets <img> and links read /storage, where no Authorization header is sent. Good for nothing else. */
export const storageCookie = 'tend_storage'

export const storageCookieValue = (serverKey: Buffer, sessionId: number) =>
  `${sessionId}.${derive(serverKey, storageCookie, sessionId)}`

/** The session that a cookie speaks for, or null for one that we did not make. */
export function sessionOfCookie(serverKey: Buffer, cookie: string | undefined): number | null {
  const [id] = cookie?.split('.') ?? []
  const sessionId = Number(id)
  if (!cookie || !Number.isInteger(sessionId)) return null
  return sameSecret(cookie, storageCookieValue(serverKey, sessionId)) ? sessionId : null
}
