import type { SubjectType } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'

/** The calls of each register, for what treats them alike. */
export const registerApis = {
  animal: api.animals,
  animal_group: api.animalGroups,
  location: api.locations,
  vehicle: api.vehicles,
} satisfies Record<SubjectType, unknown>
