import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import { derive, sameSecret } from '../security/secrets.ts'
import { byteRange, isSameFile } from './byteRange.ts'
import { missingIsNotFound, type Storage } from './storage.ts'

/** What the store has of a file, and how it is called. */
type Sent = { path: string; name: string; contentType: string }

/**
 * Answers with a file of the store, or with the bytes of it that were asked for. Pictures are shown, because they were re-encoded when they
 * came; everything else is only ever saved. Throws 404 where the store has no such file.
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

/** Where somebody without an account finds a file that a link shows: /storage/{path}?shared=… */

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
