/** The registers of what tasks and submissions can be about, by the type that a subject names. */
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { SubjectType } from '#shared/lib/subjects.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { locations } from '../locations/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { subjectStatuses } from './table.ts'

export const registers = { animal: animals, animal_group: animalGroups, location: locations, vehicle: vehicles }

/** Where the history of a row names it. */
export const historyColumns: Record<SubjectType, AnyPgColumn> = {
  animal: subjectStatuses.animalId,
  animal_group: subjectStatuses.animalGroupId,
  location: subjectStatuses.locationId,
  vehicle: subjectStatuses.vehicleId,
}
