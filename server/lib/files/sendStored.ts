import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import { derive, sameSecret } from '../security/secrets.ts'
import { type ByteRange, missingIsNotFound, type Storage } from './storage.ts'

/** What the store has of a file, and how it is called. */
type Sent = { path: string; name: string; contentType: string }

/**
 * Answers with a file of the store, or with the bytes of it that were asked for. Pictures are shown, because they were
 * re-encoded when they came; everything else is only ever saved. Throws 404 where the store has no such file.
 */
export async function sendStored(
  { request, reply, storage }: { request: FastifyRequest; reply: FastifyReply; storage: Storage },
  file: Sent,
): Promise<FastifyReply> {
  const size = await storage.size(file.path).catch(missingIsNotFound)
  // What lies under a path never changes.
  const tag = `"${file.path.split('/').at(-1)}"`
  const { 'if-range': ifRange } = request.headers
  const range = isSameFile(ifRange?.toString(), tag) ? byteRange(request.headers.range, size) : null
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).header('cache-control', 'no-store').send()
  const shown = file.contentType.startsWith('image/') ? 'inline' : 'attachment'
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const content = await storage.open(file.path, range ?? undefined).catch(missingIsNotFound)
  return reply
    .header('content-type', file.contentType)
    .header('content-length', range ? range.end - range.start + 1 : size)
    .header('content-disposition', `${shown}; filename*=UTF-8''${encoded(file.name)}`)
    .send(content)
}

/** As RFC 5987 has it, which leaves fewer signs as they are than addresses do. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

// Where somebody without an account finds a file that a link shows: /storage/{path}?shared=…

/** A page that was left open loads its videos for so long; whether the link still lives is asked each time. */
const hours = 12

type Key = { serverKey: Buffer }

/**
 * The address of a file for a person who has opened the share. It opens only this file, and only while the share lives.
 */
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

const one = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The one range that a header `Range` asks for (RFC 9110, section 14), cut at the end of the file; null for none, for
 * several and for a malformed one, which are answered with the whole file; `unsatisfiable` for one that begins behind
 * the end. By hand, because `range-parser` gives lists of ranges and numbers for errors, which would take as many lines
 * to tell apart.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = one.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    // A number of bytes at the end.
    const count = Math.min(Number(to), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/**
 * Whether a range may be answered with a part: `If-Range` names the very file that is here, or was not sent. A date
 * never does.
 */
export const isSameFile = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange === tag
