import type { SubjectType } from '#shared/subjects/registry.ts'
import type { SubjectRef } from '#shared/subjects/subjects.ts'

const names = {
  animal: 'animal_id',
  animal_group: 'group_id',
  location: 'location_id',
  vehicle: 'vehicle_id',
} as const satisfies Record<SubjectType, string>

/** The filter by which lists of tasks, findings and submissions narrow to what is about one thing. */
export const aboutFilter = ({ type, id }: SubjectRef): { [Name in (typeof names)[SubjectType]]?: number } => ({
  [names[type]]: id,
})
