/** A push service of our own on this machine, and browsers that subscribe there. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { PushedNotification } from '#shared/notifications/rules.ts'
import { createPushSender, type PushSender } from '../lib/push/sender.ts'
import { tend } from './tend.ts'

export type Asked = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }

/**
 * A push service that answers with `status.now`, but for hosts that keep silent, and what it was asked. tend's messages
 * go there from now on.
 */
export async function pushService() {
  const pem = (name: string) => readFile(new URL(`./tls/${name}.pem`, import.meta.url))
  const [cert, key] = await Promise.all([pem('cert'), pem('key')])
  const asked: Asked[] = []
  const status = { now: 201 }
  const silent = new Set<string>()
  const server: Server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      if (silent.has(request.headers.host?.split(':')[0] ?? '')) return
      asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status.now, { location: 'https://elsewhere.example/' }).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { services } = await tend()
  const usual: PushSender = { ...services.pushes }
  const settings = { serverKey: services.serverKey, contact: 'mailto:operator@tend.example' }
  const standIn = { address: '127.0.0.1', port, ca: cert, servername: 'localhost' }
  const sender = createPushSender({ ...settings, standIn, isAllowed: () => true })
  Object.assign(services.pushes, sender)
  onTestFinished(() => {
    Object.assign(services.pushes, usual)
    sender.close()
    server.closeAllConnections()
    server.close()
  })
  return { asked, status, silent, standIn, settings }
}

/** A browser: what it says when it subscribes, and how it reads what comes. */
export function browser(host = 'push.example.com') {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const secret = randomBytes(16)
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: secret.toString('base64url') }
  return {
    subscription: { endpoint: `https://${host}/send/${crypto.randomUUID()}`, keys },
    read(body: Buffer): PushedNotification {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)]
      const from = (material: Buffer, by: Buffer, info: Buffer | string, length: number) =>
        Buffer.from(hkdfSync('sha256', material, by, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
      const material = from(ecdh.computeSecret(theirs), secret, info, 32)
      const nonce = from(material, salt, 'Content-Encoding: nonce\0', 12)
      const opening = createDecipheriv('aes-128-gcm', from(material, salt, 'Content-Encoding: aes128gcm\0', 16), nonce)
      opening.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([opening.update(body.subarray(86, -16)), opening.final()])
      expect(padded.at(-1)).toBe(2)
      return JSON.parse(padded.subarray(0, -1).toString())
    },
  }
}
