/**
 * Sends messages to the push services of browsers, at addresses that their subscribers chose and that are not trusted:
 * https, the usual port, a host by name with a public address, no redirects. It is our own because `web-push` makes the
 * request itself (docs/decisions/0036-web-push.md).
 */

import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  hkdfSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from '../network/network.ts'
import { guardedLookup } from '../security/guardedLookup.ts'
import { HostSemaphore } from './HostSemaphore.ts'

type PushTarget = PushKeys & { endpoint: string }
type PushMessage = { content: string; isUrgent: boolean }
/** The service's answer; it says nothing of what went wrong that would help. */
export type PushSender = { send(target: PushTarget, message: PushMessage, now: Date): Promise<number>; close(): void }

/** For a day: what is older is in the list anyway. */
const timeToLive = 24 * 3600
/** From the look-up of the name to the end of the answer; push services take a part of a second. */
const timeLimitMs = 5_000
const maxEndpoint = 1000

type Settings = {
  serverKey: Buffer
  /** Where the operator is reached: an address of the web or of mail. */
  contact: string
  isAllowed?: (address: string) => boolean
  /** For tests, which have their push service on this machine: its address and its certificate. */
  standIn?: { address: string; port: number; ca: Buffer; servername: string }
}

/** Whether a browser's push address is one that may be called at all. */
export function isPushEndpoint(endpoint: string): boolean {
  if (endpoint.length > maxEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isName = hostname.includes('.') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const isOwn = /\.(local|localhost|internal|lan|home|corp|intranet|arpa)\.?$/i.test(hostname)
  return protocol === 'https:' && port === '' && !username && !password && isName && !isOwn
}

export function createPushSender(settings: Settings): PushSender {
  const { serverKey, isAllowed = isPublicAddress, standIn } = settings
  const refusal = (hostname: string) => `${hostname} is no push service out there`
  const lookup = guardedLookup({ isAllowed, refusal, standIn: standIn?.address })
  const { port = 443, ca, servername } = standIn ?? {}
  const trusted = { ...(ca && { ca }), ...(servername && { servername }) }
  const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: timeLimitMs, lookup, ...trusted })
  const hosts = new HostSemaphore()
  return {
    send(target, { content, isUrgent }, now) {
      if (!isPushEndpoint(target.endpoint)) return Promise.reject(new Error('Not the address of a push service'))
      const body = encryptPush(Buffer.from(content), target)
      const { hostname, pathname, search } = new URL(target.endpoint)
      const headers = {
        ttl: timeToLive,
        urgency: isUrgent ? 'high' : 'normal',
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        authorization: vapidAuthorization(serverKey, target.endpoint, settings.contact, now),
      }
      const call = () =>
        new Promise<number>((answered, failed) => {
          const signal = AbortSignal.timeout(timeLimitMs)
          const sending = request(
            { hostname, port, path: pathname + search, method: 'POST', agent, headers, signal },
            response => {
              response.resume()
              response.on('end', () => answered(response.statusCode ?? 0))
              response.on('error', failed)
            },
          )
          sending.on('error', error =>
            failed(signal.aborted ? new Error('The push service does not answer', { cause: error }) : error),
          )
          sending.end(body)
        })
      return hosts.call(hostname, call)
    },
    close: () => agent.destroy(),
  }
}

// Encrypts a message for one browser (RFC 8291, in one record of RFC 8188).

type PushKeys = { p256dh: string; auth: string }

/** A record with what belongs to it is no longer than push services take. */
const recordSize = 4096
/** The bytes of content that fit beside the header, the padding delimiter and the cipher's tag. */
export const maxContent = recordSize - 86 - 1 - 16

/**
 * Encrypts for a browser's keys. Throws for keys that are none, and for what is too long. `made` is for tests: salt and
 * key pair of the RFC.
 */
export function encryptPush(
  content: Buffer,
  keys: PushKeys,
  made: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  if (content.length > maxContent) throw new Error(`A push message of ${content.length} bytes is too long.`)
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const secret = Buffer.from(keys.auth, 'base64url')
  const salt = made.salt ?? randomBytes(16)
  const ecdh = createECDH('prime256v1')
  if (made.privateKey) ecdh.setPrivateKey(made.privateKey)
  else ecdh.generateKeys()
  const ours = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(theirs)
  const material = derive(shared, secret, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(ours.length, 20)
  // 2 marks the last record, which this one is.
  const sealed = [cipher.update(content), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([header, ours, ...sealed])
}

const derive = (material: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length))

// By which key push services know this tend (RFC 8292): P-256, made out of the platform's secret, so that all nodes
// have the same one.

/** The order of the curve: a private key is a number below it, and not 0. */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const validSeconds = 12 * 3600

type VapidKey = { privateKey: KeyObject; publicKey: string }

function vapidKey(serverKey: Buffer): VapidKey {
  for (let attempt = 0; ; attempt++) {
    const scalar = createHmac('sha256', serverKey).update(`push key ${attempt}`).digest()
    const number = BigInt(`0x${scalar.toString('hex')}`)
    if (number === 0n || number >= order) continue
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(scalar)
    const point = ecdh.getPublicKey()
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
    const jwk = { kty: 'EC', crv: 'P-256', x, y, d: scalar.toString('base64url') }
    return {
      privateKey: createPrivateKey({ format: 'jwk', key: jwk as JsonWebKey }),
      publicKey: point.toString('base64url'),
    }
  }
}

/** What browsers are given when they subscribe: the uncompressed point, base64url. */
export const vapidPublicKey = (serverKey: Buffer): string => vapidKey(serverKey).publicKey

/**
 * The header by which a push service believes that a message comes from this tend. `contact` is where its operator is
 * reached.
 */
function vapidAuthorization(serverKey: Buffer, endpoint: string, contact: string, now: Date): string {
  const { privateKey, publicKey } = vapidKey(serverKey)
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const exp = Math.floor(now.getTime() / 1000) + validSeconds
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
