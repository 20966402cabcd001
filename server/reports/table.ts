import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ReportFilters, ReportPeriod } from '#shared/reports/contract.ts'
import { type ReportPart, reportGroupings, rhythms } from '#shared/reports/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, editable, moment, orderedText } from '../lib/db/columns.ts'
import { companyKey, ofCompany, registerIndexes, sameCompany } from '../lib/db/companyColumns.ts'

/** What a report counts is worked out when it is opened; kept is only what it asks for. */
export const reports = pgTable(
  'reports',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    description: text(),
    /** Forms and rows that are named here may be gone by now: then nothing of them is counted. */
    formIds: integer().array().notNull(),
    filters: jsonb().$type<ReportFilters>().notNull(),
    groupBy: text({ enum: reportGroupings }),
    groupQuestionId: text(),
    period: jsonb().$type<ReportPeriod>().notNull(),
    parts: text().array().$type<ReportPart[]>().notNull(),
    forEverybody: boolean().notNull().default(false),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    ...editable(),
  },
  t => [companyKey('reports', t), ...registerIndexes('reports', t), index('reports_created_by_idx').on(t.createdBy)],
)

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

export const reportIsolation = [tracked(reports, ['forEverybody', 'archivedAt'])]
