/** Small secrets that are stored but not to be read in the database: sealed by the platform's key, bound to whose they are. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const keyFor = (serverKey: Buffer, purpose: string) => createHmac('sha256', serverKey).update(purpose).digest()

export function seal(serverKey: Buffer, purpose: string, ownerId: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const sealing = createCipheriv(cipher, keyFor(serverKey, purpose), nonce).setAAD(Buffer.from(String(ownerId)))
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()])
}

/** What was sealed for this purpose and owner. Throws for anything else. */
export function unseal(serverKey: Buffer, purpose: string, ownerId: number, sealed: Buffer): Buffer {
  const opening = createDecipheriv(cipher, keyFor(serverKey, purpose), sealed.subarray(0, 12))
    .setAAD(Buffer.from(String(ownerId)))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()])
}
