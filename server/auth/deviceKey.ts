/**
 * The key under which a device keeps the work of somebody who signed out. It is random, stored sealed by the platform's secret, and given
 * to sessions of its person only; without a session the device cannot open what it keeps.
 */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { seal, unseal } from '../lib/security/seal.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { deviceKeys } from './table.ts'

const purpose = 'device keys'

/** The person's key, base64url; made when it is asked for the first time. */
export async function deviceKeyOf(ctx: Context): Promise<string> {
  const sealed = (await findKey(ctx)) ?? (await onOwnConnection(ctx, makeKey))
  if (!sealed) throw new Error('The device key was not stored.')
  return unseal(ctx.services.serverKey, purpose, ctx.actor.id, sealed).toString('base64url')
}

async function findKey({ db, actor }: Context) {
  const [row] = await db.select().from(deviceKeys).where(eq(deviceKeys.userId, actor.id))
  return row?.sealed
}

/** Two who make it at once have the key of the first. */
async function makeKey(own: Context) {
  const { db, actor, services } = own
  const sealed = seal(services.serverKey, purpose, actor.id, randomBytes(32))
  await db.insert(deviceKeys).values({ userId: actor.id, sealed }).onConflictDoNothing()
  return findKey(own)
}
