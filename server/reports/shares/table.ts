import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { companies } from '../../companies/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { users } from '../../users/table.ts'
import { reports } from '../table.ts'

/**
 * Links to what is the company's. Neither address nor secret is stored: it is worked out from the row (`shareToken`), so that whoever shared
 * it can copy it again, and whoever reads the database opens nothing.
 */
export const shares = pgTable(
  'shares',
  {
    ...ofCompany(companies),
    reportId: integer().notNull(),
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
    sameCompany('shares_report_id_fk', t, t.reportId, reports).onDelete('cascade'),
  ],
)
