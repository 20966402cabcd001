/** By which key push services know this tend (RFC 8292): P-256, made out of the platform's secret, so that all nodes have the same one. */
import { createECDH, createHmac, createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'

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

/** The header by which a push service believes that a message comes from this tend. `contact` is where its operator is reached. */
export function vapidAuthorization(serverKey: Buffer, endpoint: string, contact: string, now: Date): string {
  const { privateKey, publicKey } = vapidKey(serverKey)
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const exp = Math.floor(now.getTime() / 1000) + validSeconds
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
