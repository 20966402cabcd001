import { eraseArchived, nightly } from '../lib/erasing.ts'
import type { Job } from '../lib/jobs.ts'
import { publicLinks } from '../public-links/table.ts'
import { forms, formVersions } from './table.ts'

/** A form that nobody filled in and no task asks for; what was filled in keeps its form, without which it could not be read. */
export const eraseArchivedForms: Job<object> = {
  name: 'forms.erase-archived',
  schedule: nightly,
  work: async (_, { db }) => {
    await eraseArchived(db, forms, {
      parts: [
        { table: formVersions, of: formVersions.formId },
        { table: publicLinks, of: publicLinks.formId },
      ],
    })
  },
}
