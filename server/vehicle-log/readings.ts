/** Meter readings of vehicles, and whether they are possible. */
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import type { Database } from '../lib/db/pools.ts'
import { vehicleEntries as entries } from './table.ts'

export type Meter = 'kilometres' | 'hours'
const meters = ['kilometres', 'hours'] as const

type Whose = { companyId: number; id: number }
type Reading = { value: number; day: string; id: number; reason: string | null }

const readingsOf = (db: Database, { companyId, id }: Whose, meter: Meter, ...also: (SQL | undefined)[]) =>
  db
    .select({ value: entries[meter], day: entries.day, id: entries.id, reason: entries.reason })
    .from(entries)
    .where(
      and(
        ...[eq(entries.companyId, companyId), eq(entries.vehicleId, id), isNull(entries.archivedAt)],
        ...[isNotNull(entries[meter]), ...also],
      ),
    )

const first = async (found: Promise<{ value: number | null; day: string; id: number; reason: string | null }[]>) => {
  const [row] = await found
  return row as Reading | undefined
}

/** The latest reading up to the end of a day. */
export const lastReading = (db: Database, vehicle: Whose, meter: Meter, until: string): Promise<Reading | undefined> =>
  first(readingsOf(db, vehicle, meter, lte(entries.day, until)).orderBy(desc(entries.day), desc(entries.id)).limit(1))

/** The first day since another on which a meter showed so much. */
export async function reachedOn(
  db: Database,
  vehicle: Whose,
  meter: Meter,
  { value, since }: { value: number; since: string },
): Promise<string | undefined> {
  const shown = and(gte(entries[meter], value), gte(entries.day, since))
  return (await first(readingsOf(db, vehicle, meter, shown).orderBy(asc(entries.day)).limit(1)))?.day
}

type Said = { id?: number; day: string; reason?: string | null | undefined } & {
  [Name in Meter]?: number | null | undefined
}

/**
 * Throws a 422 for a meter that shows less than it did before that day, or more than it did after it, unless a reason
 * is said for it: it was changed, or read wrongly. A later reading that has its own reason says nothing about this one.
 */
export async function requireForward(db: Database, vehicle: Whose, said: Said): Promise<void> {
  if (said.reason) return
  for (const meter of meters) {
    const value = said[meter]
    if (value === null || value === undefined) continue
    const other = said.id === undefined ? undefined : ne(entries.id, said.id)
    const earlier = or(
      lt(entries.day, said.day),
      and(eq(entries.day, said.day), said.id === undefined ? undefined : lt(entries.id, said.id)),
    )
    const before = await first(
      readingsOf(db, vehicle, meter, earlier, other).orderBy(desc(entries.day), desc(entries.id)).limit(1),
    )
    if (before && before.value > value)
      throw invalidField(meter, 'meter_runs_back', { before: before.value, day: before.day })
    const later = or(
      gt(entries.day, said.day),
      said.id === undefined ? undefined : and(eq(entries.day, said.day), gt(entries.id, said.id)),
    )
    const after = await first(
      readingsOf(db, vehicle, meter, later, other).orderBy(asc(entries.day), asc(entries.id)).limit(1),
    )
    if (after && after.value < value && !after.reason)
      throw invalidField(meter, 'meter_ran_on', { after: after.value, day: after.day })
  }
}
