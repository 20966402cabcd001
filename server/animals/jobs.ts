import { eraseArchived, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { erasePhotosOf } from './photos.ts'
import { animals } from './table.ts'

export const eraseArchivedAnimals: Job<object> = {
  name: 'animals.erase-archived',
  schedule: nightly,
  work: async (_, { db }) => {
    const parts = [{ table: subjectStatuses, of: subjectStatuses.animalId }]
    await erasePhotosOf(db, await eraseArchived(db, animals, { parts }))
  },
}
