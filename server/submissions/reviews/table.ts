import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { reviewStates } from '#shared/reviews/states.ts'
import { companies } from '../../companies/table.ts'
import { created } from '../../lib/db/columns.ts'
import { ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { users } from '../../users/table.ts'
import { submissions } from '../table.ts'

/** What was said about a submission: comments, and reviews with their reasons. Nothing of it is changed afterwards. */
export const submissionComments = pgTable(
  'submission_comments',
  {
    ...ofCompany(companies),
    submissionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** What the review came to; nothing for a comment alone. */
    reviewState: text({ enum: reviewStates }),
    mentions: integer().array().notNull().default([]),
    createdAt: created(),
  },
  t => [
    index('submission_comments_submission_idx').on(t.companyId, t.submissionId, t.id),
    index('submission_comments_user_id_idx').on(t.userId),
    sameCompany('submission_comments_submission_id_fk', t, t.submissionId, submissions).onDelete('cascade'),
    check('submission_comments_said', sql`${t.text} <> '' or ${t.reviewState} is not null`),
  ],
)
