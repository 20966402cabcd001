import { erasing } from '../lib/jobs/erasing.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { animals } from './table.ts'

export const eraseArchivedAnimals = erasing('animals', animals, [
  { table: subjectStatuses, of: subjectStatuses.animalId },
])
