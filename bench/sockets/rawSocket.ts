/**
 * WebSockets for an audience of thousands: a client library would take longer to read a message than a server to send
 * it.
 */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** An open WebSocket as the bare stream under it, with what came together with its opening. */
export function openSocket(url: string): Promise<{ stream: Duplex; head: Buffer }> {
  return new Promise((resolve, reject) => {
    const upgrade = request(url, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    upgrade.on('upgrade', (_, stream, head) => resolve({ stream, head }))
    upgrade.on('response', response => reject(new Error(`${url} answered ${response.statusCode} to an upgrade`)))
    upgrade.on('error', reject)
    upgrade.end()
  })
}

/** A text frame as clients send them, masked with zeros; shorter than 64 KB. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = Buffer.from(length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 0xff])
  return Buffer.concat([header, Buffer.alloc(4), Buffer.from(text)])
}

/** Collects what arrives on a stream until the pattern is found in it. */
export function heard(stream: Duplex, head: Buffer, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (chunk: Buffer) => {
      text += chunk.toString()
      const found = text.match(pattern)
      if (!found) return
      stream.off('data', hear)
      resolve(found)
    }
    stream.on('data', hear)
    stream.once('close', () => reject(new Error(`The socket was closed after: ${text.slice(-300)}`)))
    if (head.length > 0) hear(head)
  })
}
