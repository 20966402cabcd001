import { erasing } from '../lib/jobs/erasing.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { animalGroups } from './table.ts'

export const eraseArchivedAnimalGroups = erasing('animal-groups', animalGroups, [
  { table: subjectStatuses, of: subjectStatuses.animalGroupId },
])
