import { eraseDocuments } from '../documents/commands.ts'
import { files } from '../files/table.ts'
import { findings } from '../findings/table.ts'
import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { eraseSealed } from '../sealing/commands.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { erasedSubmissions, submissionSubjects, submissions } from './table.ts'

/** With its photos, the PDFs that are kept, its findings and the states that it set; the tasks that these opened stay. The name of a complete one stays taken, as a phone may still send it again. */
export const eraseArchivedSubmissions: Job<object> = {
  name: 'submissions.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, submissions, {
      parts: [
        { table: submissionSubjects, of: submissionSubjects.submissionId },
        { table: findings, of: findings.submissionId },
        { table: subjectStatuses, of: subjectStatuses.submissionId },
        { table: files, of: files.submissionId },
      ],
    })
    if (erased.length === 0) return
    await comeAgain(db, services, 'submissions.erase-archived', erased.length === maxErased)
    const paths = await eraseDocuments(db, 'submission', erased)
    const complete = erased.filter(({ status }) => status === 'complete')
    if (complete.length > 0) {
      await db.insert(erasedSubmissions).values(complete.map(({ companyId, uuid }) => ({ companyId, uuid })))
      await eraseSealed({ db, now: new Date(), signing: services.signing }, 'submission', complete)
    }
    return async () => {
      for (const path of paths) await services.storage.remove(path)
    }
  },
}
