/**
 * The key under which a device keeps the work of somebody who signed out. It is random, stored sealed by the platform's secret, and given
 * to sessions of its person only; without a session the device cannot open what it keeps.
 */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { seal, unseal } from '../lib/security/seal.ts'
import { deviceKeys } from './table.ts'

const purpose = 'device keys'

/** The person's key, base64url; made when it is asked for the first time. */
export async function deviceKeyOf({ db, actor, services: { serverKey } }: Context): Promise<string> {
  await db
    .insert(deviceKeys)
    .values({ userId: actor.id, sealed: seal(serverKey, purpose, actor.id, randomBytes(32)) })
    .onConflictDoNothing()
  const [row] = await db.select().from(deviceKeys).where(eq(deviceKeys.userId, actor.id))
  if (!row) throw new Error('The device key was not stored.')
  return unseal(serverKey, purpose, actor.id, row.sealed).toString('base64url')
}
