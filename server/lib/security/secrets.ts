import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/pools.ts'
import { platformSecrets } from '../db/tables.ts'

/** A new secret for a person to carry: 256 random bits, base64url. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** Hashes a token for storage, so that a reader of the database cannot use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The platform secret of a name; made at the first start and the same for every node. */
export async function platformSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insert(platformSecrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select().from(platformSecrets).where(eq(platformSecrets.name, name))
  if (!row) throw new Error(`The platform secret ${name} could not be kept.`)
  return row.value
}

/** Made once for each key: there is one, and each request computes something with it. */
const keyObjects = new WeakMap<Buffer, KeyObject>()

function keyObjectOf(key: Buffer): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

/** A secret that can be computed again, for `purpose` and these parts. */
export const derive = (key: Buffer, purpose: string, ...parts: (string | number)[]) =>
  createHmac('sha256', keyObjectOf(key))
    .update([purpose, ...parts].join('\u0000'))
    .digest('base64url')

/** Compares without telling by its time how much was right. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

// Small secrets are stored encrypted by the server key and bound to their owner, so that the database alone reveals
// none.

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

/** The SHA-256 of a content, in hex. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
