/**
 * Limits the bytes of all bodies that are read at once, since a thousand slow ones within their own limits would exceed
 * the memory. Small bodies are not counted, so everyday calls continue while files wait.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { largestFile, maxAttachments } from '#shared/lib/fileKinds.ts'
import { Problem } from '#shared/lib/problem.ts'
import { networkOf } from '../network/network.ts'

const megabyte = 1024 * 1024
const small = 64 * 1024
/** What a body may have, by its kind: a message has several files, with what stands around them. */
const largest = { files: maxAttachments * largestFile + 10 * megabyte, other: 2 * megabyte }

/** From one place as much as one message with all its files, and half as much again. */
export const maxUnderWay = { bytes: 384 * megabyte, ofPlace: 192 * megabyte }
const retryAfter = 10

/** Refuses what is announced beyond that with 503, before any of it is read. */
export function boundBodies(app: FastifyInstance): void {
  const places = new Map<string, number>()
  let all = 0
  app.addHook('onRequest', ({ headers, ip }, reply, next) => {
    const bytes = announced(headers)
    if (bytes <= small) return next()
    const place = networkOf(ip)
    const before = places.get(place) ?? 0
    if (all + bytes > maxUnderWay.bytes || before + bytes > maxUnderWay.ofPlace)
      return next(new Problem('unavailable', { retryAfter }))
    all += bytes
    places.set(place, before + bytes)
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      all -= bytes
      const left = (places.get(place) ?? 0) - bytes
      if (left > 0) places.set(place, left)
      else places.delete(place)
    }
    // A message with ten files has a listener of each, which is as many as pass without a warning.
    reply.raw.setMaxListeners(reply.raw.getMaxListeners() + 1)
    reply.raw.once('finish', over).once('close', over)
    next()
  })
}

/** What a body says that it has, and no more than any may have; one that does not say it may have as much as that. */
function announced(headers: IncomingHttpHeaders): number {
  const most = headers['content-type']?.startsWith('multipart/') ? largest.files : largest.other
  const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? most : 0))
  return Math.min(Number.isFinite(length) ? length : most, most)
}
