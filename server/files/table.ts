import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { companies } from '../companies/table.ts'
import { created } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { submissions } from '../submissions/table.ts'
import { users } from '../users/table.ts'

/** What lies in the file store. A file belongs to the row that it was uploaded for. */
export const files = pgTable(
  'files',
  {
    ...ofCompany(companies),
    uuid: uuid().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    submissionId: integer(),
    questionId: text(),
    /** Below /storage/ and in the store; made by the server. */
    path: text().notNull().unique(),
    name: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Of the bytes as they were sent, before the picture was drawn anew. */
    sentSha256: text(),
    width: integer(),
    height: integer(),
    createdAt: created(),
  },
  t => [
    companyKey('files', t),
    unique('files_uuid_key').on(t.companyId, t.uuid),
    index('files_submission_idx').on(t.companyId, t.submissionId),
    index('files_user_id_idx').on(t.userId),
    sameCompany('files_submission_id_fk', t, t.submissionId, submissions),
  ],
)
