import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { endedPapers } from '../papers/queries.ts'
import { stoppedVehicles } from '../vehicles/queries.ts'

/** Throws a 422 that names the vehicles at stop, or without insurance or inspection, and why: nobody is sent off with one. Tasks that findings open say it instead. */
export async function requireRoadworthy(
  { db, locale, now }: Pick<Context, 'db' | 'locale' | 'now'>,
  companyId: number,
  subjects: readonly SubjectRef[],
): Promise<void> {
  const stopped = new Map((await stoppedVehicles(db, companyId, subjects, locale)).map(one => [one.id, one]))
  const ids = subjects.filter(({ type }) => type === 'vehicle').map(({ id }) => id)
  if (ids.length === 0) return
  const company = await findCompany(db, companyId)
  const today = dayAt(now, company?.timeZone ?? 'UTC')
  const ended = Map.groupBy(await endedPapers(db, companyId, ids, today), ({ vehicleId }) => vehicleId)
  if (stopped.size === 0 && ended.size === 0) return
  const errors: FieldErrors = {}
  subjects.forEach(({ type, id }, index) => {
    const [paper] = (type === 'vehicle' && ended.get(id)) || []
    if (paper)
      errors[`subjects.${index}.id`] = [{ code: `vehicle_${paper.kind}_ended`, values: { day: paper.validUntil } }]
    const found = type === 'vehicle' && stopped.get(id)
    if (!found || (paper && !found.reason)) return
    const { name, reason } = found
    errors[`subjects.${index}.id`] = reason
      ? [{ code: 'vehicle_stopped_because', values: { name, reason } }]
      : [{ code: 'vehicle_stopped', values: { name } }]
  })
  throw new Problem('invalid', { errors })
}
