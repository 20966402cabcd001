/** When and from where a key was used last: written at most once a minute, and never waited for by a call. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#shared/lib/actor.ts'
import { audit } from '../audit/commands.ts'
import type { Services } from '../lib/context.ts'
import { type Database, inTurn, noTenant } from '../lib/db/pools.ts'
import type { Identity } from '../lib/security/identity.ts'
import { apiKeys } from './sessionTable.ts'

const minute = 60_000
/** Keys of which this process knows that they were noted within the minute. */
export const noted = new LRUCache<number, true>({ max: 10_000, ttl: minute })

/** Notes that a key was used from an address, and in the log when it is the first time. */
export function noteKeyUse(services: Services, { actor }: Identity, ip: string): void {
  if (noted.has(actor.id)) return
  noted.set(actor.id, true)
  const now = new Date()
  const writing = inTurn(services.pools, 'platform', `person ${actor.id}`, noTenant, true, db =>
    writeKeyUse(db, actor, ip, now),
  ).catch(error => {
    noted.delete(actor.id)
    services.log.error({ err: error }, 'The use of a key could not be noted')
  })
  services.backgroundWrites.track(writing)
}

/** Writes that a key was used, unless that was written within the minute before. */
export async function writeKeyUse(db: Database, actor: Actor, ip: string, now: Date): Promise<void> {
  const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, new Date(now.getTime() - minute)))
  const [before] = await db
    .select({ companyId: apiKeys.companyId, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, actor.id), isDue))
    .for('update')
  if (!before) return
  await db.update(apiKeys).set({ lastUsedAt: now, lastIp: ip }).where(eq(apiKeys.userId, actor.id))
  if (before.lastUsedAt) return
  const subject = { type: 'ApiKey', id: actor.id, companyId: before.companyId }
  await audit({ db, actor, session: null, ip, userAgent: null, now }, 'key.first_used', subject)
}
