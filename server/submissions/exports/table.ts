import { isNotNull, sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ExportFilters } from '#shared/exports/contract.ts'
import { exportStates, exportValues, madeFormats } from '#shared/exports/rules.ts'
import type { Locale } from '#shared/lib/language.ts'
import { users } from '../../accounts/table.ts'
import { companies } from '../../companies/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { ofCompany } from '../../lib/db/companyColumns.ts'
import { withinReach } from '../../lib/db/isolation.ts'

/** Background exports: what was asked, the progress, and the file until it expires. */
export const submissionExports = pgTable(
  'submission_exports',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** By which rights it was asked for (`rightsOf`); null: before they were kept. */
    rights: text(),
    format: text({ enum: madeFormats }).notNull(),
    values: text({ enum: exportValues }).notNull(),
    withFiles: boolean().notNull(),
    filters: jsonb().$type<ExportFilters>().notNull(),
    locale: text().$type<Locale>().notNull(),
    state: text({ enum: exportStates }).notNull().default('waiting'),
    /** The worker; another one that took it over ends the first. */
    workedBy: uuid(),
    tries: integer().notNull().default(0),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** In the file store; made by the server. */
    path: text(),
    filename: text(),
    size: bigint({ mode: 'number' }),
    createdAt: created(),
    finishedAt: moment(),
    /** When it is forgotten, with its file. */
    expiresAt: moment(),
  },
  t => [
    index('submission_exports_user_idx').on(t.companyId, t.userId, t.id),
    index('submission_exports_user_id_idx').on(t.userId),
    index('submission_exports_expires_at_idx').on(t.expiresAt).where(isNotNull(t.expiresAt)),
    check('submission_exports_ready', sql`(${t.state} = 'ready') = (${t.path} is not null)`),
    check('submission_exports_ended', sql`(${t.state} in ('waiting', 'working')) = (${t.finishedAt} is null)`),
  ],
)

export const exportIsolation = [withinReach(submissionExports, 'user_id = {me}')]
