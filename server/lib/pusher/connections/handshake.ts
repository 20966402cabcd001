/**
 * What is asked of a socket before it may speak. A request that is not for this server's path is left alone; a foreign page
 * is turned away by plain HTTP; everything else is accepted as a WebSocket first, because only a close code tells a client
 * library whether to try again.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const ROOT = '/app/'
const PROTOCOLS = { oldest: 5, newest: 7 }

export type Refusal = { code: number; reason: string }

/** Whether a request is meant for the realtime server. */
export function isOurs(request: IncomingMessage): boolean {
  return pathOf(request).startsWith(ROOT)
}

/**
 * Why a client may not connect, with the protocol's code, or undefined. The versions 5 to 7 differ in nothing that this
 * server sends; the Java and Swift SDKs still say 5 to 7.
 */
export function refusalOf(request: IncomingMessage, key: string): Refusal | undefined {
  const given = pathOf(request).slice(ROOT.length)
  if (given === '' || given.includes('/')) return { code: 4005, reason: 'Path not found' }
  if (given !== key) return { code: 4001, reason: 'Application does not exist' }
  const protocol = new URLSearchParams(request.url?.split('?')[1]).get('protocol')
  if (protocol === null || protocol === '') return { code: 4008, reason: 'No protocol version supplied' }
  if (!/^\d+$/.test(protocol)) return { code: 4006, reason: 'Invalid version string format' }
  if (Number(protocol) < PROTOCOLS.oldest || Number(protocol) > PROTOCOLS.newest) {
    return { code: 4007, reason: 'Unsupported protocol version' }
  }
  return undefined
}

/** Answers an upgrade by plain HTTP and ends the connection. */
export function rejectUpgrade(stream: Duplex, status: '403 Forbidden' | '503 Service Unavailable'): void {
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy())
}

function pathOf(request: IncomingMessage): string {
  return request.url?.split('?')[0] ?? ''
}
