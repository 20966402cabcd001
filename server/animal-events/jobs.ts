import { sql } from 'drizzle-orm'
import { yearsOfTreatments } from '#shared/documents/options.ts'
import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { animalEvents as events } from './table.ts'

/** What was given to animals is kept for its years, also where it was struck out: it holds its animal, too. */
const isKept = sql`(${events.type} in ('treatment', 'vaccination')
  and ${events.day} > now() - make_interval(years => ${yearsOfTreatments}))`

/** What was struck out is kept as long as anything that was archived. */
export const eraseArchivedEvents: Job<object> = {
  name: 'animal-events.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const { length } = await eraseArchived(db, events, { unless: isKept })
    await comeAgain(db, services, 'animal-events.erase-archived', length === maxErased)
    return undefined
  },
}
