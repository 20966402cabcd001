import { isNull, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { importStates, lineOutcomes } from '#shared/exports/rules.ts'
import { encodings } from '#shared/lib/fileKinds.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { DecimalSign } from '#shared/lib/numbers.ts'
import type { DayOrder } from '#shared/lib/parseDay.ts'
import type { FieldErrors } from '#shared/lib/problem.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { seenWith, withinReach } from '../lib/db/isolation.ts'

/** How a column writes numbers and days, as far as its cells show it. */
export type ColumnReading = { decimal?: DecimalSign; dayOrder?: DayOrder }

const count = () => integer().notNull().default(0)

/** What was imported into registers: how the columns of a file were matched, and how far it is. */
export const registerImports = pgTable(
  'register_imports',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id),
    type: text({ enum: subjectTypes }).notNull(),
    filename: text().notNull(),
    /** In which letters a file of text was read; null for a workbook. */
    encoding: text({ enum: encodings }),
    headings: text().array().notNull(),
    /** By column. */
    readings: jsonb().$type<ColumnReading[]>().notNull().default([]),
    /** In which language its numbers, days and choices are read first. */
    language: text().$type<Locale>().notNull().default('en'),
    matching: jsonb().$type<Record<string, number>>().notNull(),
    key: text().notNull(),
    state: text({ enum: importStates }).notNull().default('read'),
    isTrial: boolean().notNull().default(true),
    /** A worker of another run than this one ends. */
    run: uuid(),
    total: count(),
    created: count(),
    updated: count(),
    unchanged: count(),
    faulty: count(),
    /** Rows that an undo left as they are. */
    stayed: count(),
    createdAt: created(),
    finishedAt: moment(),
    /** Until when its rows can be taken back; null where it has none. */
    undoUntil: moment(),
  },
  t => [
    companyKey('register_imports', t),
    index('register_imports_user_idx').on(t.companyId, t.userId, t.type, t.id),
    index('register_imports_user_id_idx').on(t.userId),
    index('register_imports_created_at_idx').on(t.createdAt),
    check(
      'register_imports_ended',
      sql`(${t.state} in ('read', 'trying', 'working', 'undoing')) = (${t.finishedAt} is null)`,
    ),
  ],
)

/** The lines of the file, each with its result, or the result of a trial. */
export const registerImportLines = pgTable(
  'register_import_lines',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    importId: integer().notNull(),
    number: integer().notNull(),
    cells: text().array().notNull(),
    /** The numbers and days of a workbook's cells as they are in every language; empty for cells of text. */
    typed: text().array(),
    outcome: text({ enum: lineOutcomes }),
    errors: jsonb().$type<FieldErrors>(),
    /** The row that the line added or changed, and what it changed there as it was before: for the way back. */
    rowId: integer(),
    before: jsonb().$type<Record<string, unknown>>(),
    /** The row's revision after that: a later one is somebody's later work. */
    rowRevision: integer(),
  },
  t => [
    primaryKey({ name: 'register_import_lines_pk', columns: [t.companyId, t.importId, t.number] }),
    // What is still to be done, in its order: rows that are done stand in no one's way.
    index('register_import_lines_open_idx').on(t.companyId, t.importId, t.number).where(isNull(t.outcome)),
    index('register_import_lines_outcome_idx').on(t.companyId, t.importId, t.outcome, t.number),
    sameCompany('register_import_lines_import_id_fk', t, t.importId, registerImports).onDelete('cascade'),
  ],
)

export type ImportRow = typeof registerImports.$inferSelect
export type LineRow = typeof registerImportLines.$inferSelect

export const importIsolation = [
  withinReach(registerImports, 'user_id = {me}'),
  seenWith(registerImportLines, [['import_id', registerImports]]),
]
