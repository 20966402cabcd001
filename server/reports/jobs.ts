import { eraseDocuments } from '../documents/commands.ts'
import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { eraseSealed } from '../sealing/commands.ts'
import { reports } from './table.ts'

/** With the PDFs that are kept; the chain says that it is erased. */
export const eraseArchivedReports: Job<object> = {
  name: 'reports.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, reports)
    await comeAgain(db, services, 'reports.erase-archived', erased.length === maxErased)
    const paths = await eraseDocuments(db, 'report', erased)
    await eraseSealed({ db, now: new Date(), signing: services.signing }, 'report', erased)
    return async () => {
      for (const path of paths) await services.storage.remove(path)
    }
  },
}
