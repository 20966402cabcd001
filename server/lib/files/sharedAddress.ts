/** Where somebody without an account finds a file that a link shows: /storage/{path}?shared=… */
import { Problem } from '#shared/lib/problem.ts'
import { derive, sameSecret } from '../security/secrets.ts'

/** A page that was left open loads its videos for so long; whether the link still lives is asked each time. */
const hours = 12

type Key = { serverKey: Buffer }

/** The address of a file for whoever has opened the share. It opens nothing but this file, and nothing once the share has ended. */
export function sharedAddress({ serverKey }: Key, shareId: number, path: string, now: Date): string {
  // Whole hours, so that a browser finds what it has loaded before.
  const expires = Math.ceil(now.getTime() / 3600_000 + hours) * 3600_000
  return `/storage/${path}?shared=${signed(serverKey, shareId, expires, path)}`
}

/** The share for which this address of a file was made. Throws `link_expired`, and 404 for one that we did not make. */
export function shareOfAddress({ serverKey }: Key, shared: string, path: string, now: Date): number {
  const [shareId = 0, expires = 0] = shared.split('.').map(Number)
  if (!sameSecret(shared, signed(serverKey, shareId, expires, path))) throw new Problem('not_found')
  if (expires <= now.getTime()) throw new Problem('link_expired')
  return shareId
}

const signed = (serverKey: Buffer, shareId: number, expires: number, path: string) =>
  `${shareId}.${expires}.${derive(serverKey, 'shared file', shareId, expires, path)}`
