import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { erasePhotosOf } from './photos.ts'
import { animals } from './table.ts'

export const eraseArchivedAnimals: Job<object> = {
  name: 'animals.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const parts = [{ table: subjectStatuses, of: subjectStatuses.animalId }]
    const erased = await eraseArchived(db, animals, { parts })
    await erasePhotosOf(db, erased)
    await comeAgain(db, services, 'animals.erase-archived', erased.length === maxErased)
  },
}
