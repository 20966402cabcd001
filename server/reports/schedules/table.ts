import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { rhythms } from '#shared/reports/rules.ts'
import { users } from '../../accounts/table.ts'
import { companies } from '../../companies/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { reports } from '../table.ts'

/** When a report is mailed next, and to whom: one for each report. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    ...ofCompany(companies),
    reportId: integer().notNull(),
    rhythm: text({ enum: rhythms }).notNull(),
    weekday: integer().notNull(),
    monthDay: integer().notNull(),
    hour: integer().notNull(),
    /** People who left by now may be among them: they get nothing. */
    recipientIds: integer().array().notNull(),
    nextAt: moment().notNull(),
    lastAt: moment(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: created(),
  },
  t => [
    companyKey('report_schedules', t),
    uniqueIndex('report_schedules_report_unique').on(t.companyId, t.reportId),
    index('report_schedules_next_idx').on(t.nextAt, t.id),
    index('report_schedules_created_by_idx').on(t.createdBy),
    sameCompany('report_schedules_report_id_fk', t, t.reportId, reports).onDelete('cascade'),
  ],
)
