import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/subjects.ts'
import type { Context } from '../lib/context.ts'
import { stoppedVehicles } from '../vehicles/queries.ts'

/** Throws a 422 that names the vehicles at stop and why: nobody is sent off with one. Tasks that findings open say it instead. */
export async function requireRoadworthy(
  { db, locale }: Pick<Context, 'db' | 'locale'>,
  companyId: number,
  subjects: readonly SubjectRef[],
): Promise<void> {
  const stopped = new Map((await stoppedVehicles(db, companyId, subjects, locale)).map(one => [one.id, one]))
  if (stopped.size === 0) return
  const errors: FieldErrors = {}
  subjects.forEach(({ type, id }, index) => {
    const found = type === 'vehicle' && stopped.get(id)
    if (!found) return
    const { name, reason } = found
    errors[`subjects.${index}.id`] = reason
      ? [{ code: 'vehicle_stopped_because', values: { name, reason } }]
      : [{ code: 'vehicle_stopped', values: { name } }]
  })
  throw new Problem('invalid', { errors })
}
