/** How each of several people hears of something: what they chose, what holds in their company, and what they muted. */
import { inArray } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import { findCompany } from '../companies/queries.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Bell } from '../lib/delivery/topic.ts'
import { mutedBy } from './mutes.ts'
import { type Preferences, preferencesOf } from './queries.ts'
import { type QuietHours, quietHoursOf } from './quietHours.ts'

export type Hearing = {
  isMuted: boolean
  wishes: Preferences | undefined
  quiet: QuietHours
  /** By whose clock; the company's for whoever never said theirs. */
  timeZone: string
}

/** `byId` is whose doing it is, if anybody's. */
export async function hearingOf(
  db: Database,
  companyId: number,
  ids: number[],
  { about, isUrgent = false }: Bell,
  byId: number | null,
): Promise<(userId: number) => Hearing> {
  const [company, wishes, zones, muted] = await Promise.all([
    findCompany(db, companyId),
    preferencesOf(db, companyId, ids),
    zonesOf(db, ids),
    mutedBy(db, companyId, ids, { about, byId, isUrgent }),
  ])
  return userId => ({
    isMuted: muted.has(userId),
    wishes: wishes.get(userId),
    quiet: quietHoursOf(wishes.get(userId), company),
    timeZone: zones.get(userId) ?? company?.timeZone ?? 'UTC',
  })
}

async function zonesOf(db: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: users.id, timeZone: users.timeZone }).from(users).where(inArray(users.id, ids))
  return new Map(rows.flatMap(({ id, timeZone }) => (timeZone ? [[id, timeZone] as const] : [])))
}
