import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import type { Database } from '../lib/db/pools.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { vehicles } from './table.ts'

export type Stopped = { id: number; name: string; reason: string | null }

/**
 * Returns the subjects that are vehicles at stop, with the reason: a person's words, or the question whose answer
 * showed it.
 */
export async function stoppedVehicles(
  db: Database,
  companyId: number,
  subjects: readonly SubjectRef[],
  locale: Locale,
): Promise<Stopped[]> {
  const ids = subjects.filter(({ type }) => type === 'vehicle').map(({ id }) => id)
  if (ids.length === 0) return []
  const { vehicleId, reason, finding, foundAt, id } = subjectStatuses
  const rows = await db
    .selectDistinctOn([vehicles.id], { id: vehicles.id, name: vehicles.name, reason, finding })
    .from(vehicles)
    .leftJoin(
      subjectStatuses,
      and(
        eq(subjectStatuses.companyId, vehicles.companyId),
        eq(vehicleId, vehicles.id),
        eq(subjectStatuses.state, 'stop'),
        // Not one that something later took the place of: the state may rest on a paper.
        eq(foundAt, vehicles.statusSince),
        isNull(subjectStatuses.withdrawnAt),
      ),
    )
    .where(and(eq(vehicles.companyId, companyId), inArray(vehicles.id, ids), eq(vehicles.status, 'stop')))
    .orderBy(vehicles.id, desc(foundAt), desc(id))
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    reason: row.reason ?? (row.finding && textIn(row.finding, locale, defaultLocale).text),
  }))
}
