/** The links of files for clients without a browser: GET /storage/{path}?link=… */
import { linkMinutes } from '#shared/files/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'

/**
 * A link speaks for the session that asked for it, so that it ends with that session, and with the right to see the file, however many of
 * its minutes are left.
 */
export function linkTo({ services, session, now }: Context, path: string): { url: string; expires_at: string } {
  if (!session) throw new Problem('unauthenticated')
  const expires = now.getTime() + linkMinutes * 60_000
  const link = signed(services.serverKey, session.id, expires, path)
  return { url: services.address(`/storage/${path}?link=${link}`), expires_at: new Date(expires).toISOString() }
}

/** The session that a link to `path` speaks for. Throws `link_expired`, and 404 for one that we did not make. */
export function sessionOfLink(serverKey: Buffer, link: string, path: string, now: Date): number {
  const [session = 0, expires = 0] = link.split('.').map(Number)
  if (!sameSecret(link, signed(serverKey, session, expires, path))) throw new Problem('not_found')
  if (expires <= now.getTime()) throw new Problem('link_expired')
  return session
}

const signed = (serverKey: Buffer, sessionId: number, expires: number, path: string) =>
  `${sessionId}.${expires}.${derive(serverKey, 'file link', sessionId, expires, path)}`
