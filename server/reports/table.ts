import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ReportFilters, ReportPeriod } from '#shared/reports/contract.ts'
import { type ReportPart, reportGroupings } from '#shared/reports/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { editable, orderedText } from '../lib/db/columns.ts'
import { companyKey, ofCompany, registerIndexes } from '../lib/db/companyColumns.ts'

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
