import type { SubjectType } from '#shared/subjects/registry.ts'
import { animalGroupsApi } from '../animal-groups/api.ts'
import { animalsApi } from '../animals/api.ts'
import { locationsApi } from '../locations/api.ts'
import { vehiclesApi } from '../vehicles/api.ts'

/** The calls of each register, for what treats them alike. */
export const registerApis = {
  animal: animalsApi,
  animal_group: animalGroupsApi,
  location: locationsApi,
  vehicle: vehiclesApi,
} satisfies Record<SubjectType, unknown>
