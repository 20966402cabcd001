/**
 * The key under which a device keeps the work of somebody who signed out. It is random, stored sealed by the platform's secret, and given
 * to sessions of its person only; without a session the device cannot open what it keeps.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { deviceKeys } from './table.ts'

const cipher = 'aes-256-gcm'
const sealKey = (serverKey: Buffer) => createHmac('sha256', serverKey).update('device keys').digest()

/** The person's key, base64url; made when it is asked for the first time. */
export async function deviceKeyOf({ db, actor, services: { serverKey } }: Context): Promise<string> {
  await db
    .insert(deviceKeys)
    .values({ userId: actor.id, sealed: seal(serverKey, actor.id, randomBytes(32)) })
    .onConflictDoNothing()
  const [row] = await db.select().from(deviceKeys).where(eq(deviceKeys.userId, actor.id))
  if (!row) throw new Error('The device key was not stored.')
  return open(serverKey, actor.id, row.sealed).toString('base64url')
}

function seal(serverKey: Buffer, userId: number, key: Buffer): Buffer {
  const nonce = randomBytes(12)
  const sealing = createCipheriv(cipher, sealKey(serverKey), nonce).setAAD(Buffer.from(String(userId)))
  return Buffer.concat([nonce, sealing.update(key), sealing.final(), sealing.getAuthTag()])
}

function open(serverKey: Buffer, userId: number, sealed: Buffer): Buffer {
  const opening = createDecipheriv(cipher, sealKey(serverKey), sealed.subarray(0, 12))
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()])
}
