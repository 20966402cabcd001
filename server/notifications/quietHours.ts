/** Delivery preferences of several people: their own, their company's, and what they muted. */
import { and, eq, inArray } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { users } from '../accounts/table.ts'
import { findCompany, zoneOf } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import type { Bell } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { zoned } from '../lib/localDays.ts'
import { mutedBy } from './mutes.ts'
import { type Preferences, preferencesOf } from './queries.ts'

export type DeliveryPreferences = {
  isMuted: boolean
  wishes: Preferences | undefined
  quiet: QuietHours
  /** The person's time zone, or else the company's. */
  timeZone: string
}

/** `byId` is whose doing it is, if anybody's. */
export async function deliveryPreferencesOf(
  db: Database,
  companyId: number,
  ids: number[],
  { about, isUrgent = false }: Bell,
  byId: number | null,
): Promise<(userId: number) => DeliveryPreferences> {
  const [company, wishes, { zones, keys }, muted] = await Promise.all([
    findCompany(db, companyId),
    preferencesOf(db, companyId, ids),
    zonesOf(db, companyId, ids),
    mutedBy(db, companyId, ids, { about, byId, isUrgent }),
  ])
  return userId => ({
    isMuted: muted.has(userId) || keys.has(userId),
    wishes: wishes.get(userId),
    quiet: quietHoursOf(wishes.get(userId), company),
    timeZone: zones.get(userId) ?? zoneOf(company),
  })
}

/** The time zones of people, and which of these are API keys, who are told nothing. */
async function zonesOf(db: Database, companyId: number, ids: number[]) {
  const ofCompany = and(eq(memberships.companyId, companyId), eq(memberships.userId, users.id))
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id, timeZone: users.timeZone, isKey: memberships.isKey })
          .from(users)
          .leftJoin(memberships, ofCompany)
          .where(inArray(users.id, ids))
  return {
    zones: new Map(rows.flatMap(({ id, timeZone }) => (timeZone ? [[id, timeZone] as const] : []))),
    keys: new Set(rows.filter(({ isKey }) => isKey).map(({ id }) => id)),
  }
}

// When a mail or push may be sent: not in quiet hours, and at the chosen hour where the person wants one a day.

type QuietHours = { quietFrom: string | null; quietTo: string | null }

/** Returns the quiet hours of a person: their own, none, or the company's. */
export function quietHoursOf(
  own: (QuietHours & { isNeverQuiet: boolean }) | undefined,
  company: QuietHours | undefined,
): QuietHours {
  const none = { quietFrom: null, quietTo: null }
  if (own?.isNeverQuiet) return none
  return own?.quietFrom && own.quietTo ? own : (company ?? none)
}

type Wishes = { quietFrom: string | null; quietTo: string | null; digestAt: string | null }

/** The moment until which it waits, by the person's clock; null: it goes at once. */
export function whenMailed(now: Date, { quietFrom, quietTo, digestAt }: Wishes, timeZone: string): Date | null {
  return digestAt ? nextAt(now, digestAt, timeZone) : quietUntil(now, { quietFrom, quietTo }, timeZone)
}

/** The end of the quiet hours in which this moment lies; null: it lies in none. */
export function quietUntil(
  now: Date,
  { quietFrom, quietTo }: Pick<Wishes, 'quietFrom' | 'quietTo'>,
  timeZone: string,
): Date | null {
  if (!quietFrom || !quietTo || quietFrom === quietTo) return null
  const clock = zoned(now, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })
  const isQuiet = quietFrom < quietTo ? clock >= quietFrom && clock < quietTo : clock >= quietFrom || clock < quietTo
  return isQuiet ? nextAt(now, quietTo, timeZone) : null
}

/** The next time that the clock shows this. */
function nextAt(now: Date, clock: string, timeZone: string): Date {
  const here = zoned(now, timeZone)
  const today = here.withPlainTime(Temporal.PlainTime.from(clock))
  const next = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
