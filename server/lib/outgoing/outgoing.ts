/**
 * Calls to addresses that people chose and that are not trusted: https, a host by a public address that was looked up
 * once for the connection, no redirects, an end by the clock, and the beginning of the answer alone.
 */
import { Agent, request } from 'node:https'
import { isPublicAddress } from '../network/network.ts'
import { guardedLookup } from '../security/guardedLookup.ts'

/** Why there is no whole answer; null where there is one. */
type Failure = 'timeout' | 'address' | 'connection' | 'cut'

/** What came back. An answer beyond the bound is cut and counts by its status. */
export type Outcome = { status: number | null; failure: Failure | null; answer: string }

type Sent = { headers: Record<string, string>; body: string; stopping?: AbortSignal }

/** Never rejects: what goes wrong is an outcome too. */
export type Outgoing = { post(url: string, sent: Sent): Promise<Outcome>; close(): void }

type Settings = {
  isAllowed?: (address: string) => boolean
  /** From the look-up of the name to the end of the answer. */
  timeLimitMs?: number
  /** For tests, whose receivers are on this machine: their address and certificate, and the port for a name. */
  standIn?: { address: string; ca: Buffer; servername: string; portOf: (hostname: string) => number }
}

const usualLimitMs = 10_000
/** Bytes of an answer that are read. */
export const maxAnswer = 2_048

class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

/** A caller with connections of its own, which are kept for the next call to the same host. */
export function createOutgoing({ isAllowed = isPublicAddress, timeLimitMs = usualLimitMs, standIn }: Settings = {}) {
  const refusal = (hostname: string) => new RefusedAddress(`${hostname} has no public address`)
  const lookup = guardedLookup({ isAllowed, refusal, standIn: standIn?.address })
  const trusted = standIn && { ca: standIn.ca, servername: standIn.servername }
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: timeLimitMs, lookup, ...trusted })
  const outgoing: Outgoing = {
    post: (url, { headers, body, stopping }) =>
      new Promise(resolve => {
        const { hostname, port, pathname, search } = new URL(url)
        const limit = AbortSignal.timeout(timeLimitMs)
        const signal = stopping ? AbortSignal.any([limit, stopping]) : limit
        const parts: Buffer[] = []
        let size = 0
        let status: number | null = null
        const end = (failure: Failure | null) => resolve({ status, failure, answer: textOf(parts) })
        const asking = request(
          {
            ...{ hostname, path: pathname + search, method: 'POST', agent, signal },
            port: standIn ? standIn.portOf(hostname) : port || 443,
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          },
          response => {
            status = response.statusCode ?? null
            response.on('data', (part: Buffer) => {
              parts.push(part.subarray(0, maxAnswer - size))
              size += part.length
              if (size < maxAnswer) return
              end(null)
              response.destroy()
            })
            response.on('end', () => end(null))
            response.on('error', () => end(limit.aborted ? 'timeout' : 'cut'))
          },
        )
        asking.on('error', error => {
          if (limit.aborted) return end('timeout')
          end(error instanceof RefusedAddress ? 'address' : status === null ? 'connection' : 'cut')
        })
        asking.on('close', () => end(status === null ? 'connection' : 'cut'))
        asking.end(body)
      }),
    close: () => agent.destroy(),
  }
  return outgoing
}

/** The beginning of an answer as text that the database takes. */
const textOf = (parts: Buffer[]): string => Buffer.concat(parts).toString().replaceAll('\0', '').toWellFormed()
