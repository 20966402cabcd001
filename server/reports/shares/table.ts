import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../../accounts/table.ts'
import { companies } from '../../companies/table.ts'
import { guides } from '../../guides/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { seenWith } from '../../lib/db/isolation.ts'
import { submissions } from '../../submissions/table.ts'
import { reports } from '../table.ts'

/**
 * Links to what is the company's. Neither address nor secret is stored: it is worked out from the row (`shareToken`),
 * so that its sharer can copy it again, and a reader of the database opens nothing.
 */
export const shares = pgTable(
  'shares',
  {
    ...ofCompany(companies),
    /** One of these. */
    reportId: integer(),
    guideId: integer(),
    submissionId: integer(),
    expiresAt: moment().notNull(),
    pinHash: text(),
    revokedAt: moment(),
    opened: integer().notNull().default(0),
    /** The day alone: when exactly somebody without an account read it is nobody's business. */
    openedOn: date(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: created(),
  },
  t => [
    companyKey('shares', t),
    index('shares_report_idx').on(t.companyId, t.reportId, t.id),
    index('shares_created_idx').on(t.companyId, t.createdAt, t.id),
    index('shares_created_by_idx').on(t.createdBy),
    index('shares_guide_idx').on(t.companyId, t.guideId, t.id),
    index('shares_submission_idx').on(t.companyId, t.submissionId, t.id),
    sameCompany('shares_report_id_fk', t, t.reportId, reports).onDelete('cascade'),
    sameCompany('shares_guide_id_fk', t, t.guideId, guides).onDelete('cascade'),
    sameCompany('shares_submission_id_fk', t, t.submissionId, submissions).onDelete('cascade'),
    check('shares_one_thing', sql`num_nonnulls(${t.reportId}, ${t.guideId}, ${t.submissionId}) = 1`),
  ],
)

export const shareIsolation = [seenWith(shares, [['submission_id', submissions]], 'submission_id is null')]
