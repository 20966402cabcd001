import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { passActions, passKinds } from '#shared/passes/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { created, editable, moment, orderedText } from '../lib/db/columns.ts'
import {
  archivedIndex,
  checkReach,
  companyKey,
  ofCompany,
  reachColumns,
  sameCompany,
} from '../lib/db/companyColumns.ts'
import { appendOnly } from '../lib/db/isolation.ts'

/** Audit passes. The secret of an address is derived from the row and stored nowhere. */
export const passes = pgTable(
  'passes',
  {
    ...ofCompany(companies),
    holderName: text().notNull(),
    holderOffice: text().notNull(),
    holderEmail: text(),
    ...reachColumns(),
    kinds: text({ enum: passKinds }).array().notNull(),
    /** First and last day of the records. */
    firstDay: date(),
    lastDay: date(),
    showsNames: boolean().notNull(),
    opensPapers: boolean().notNull().default(false),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    pinHash: text(),
    revokedAt: moment(),
    openedAt: moment(),
    /** When the managers were told that it has ended. */
    endToldAt: moment(),
    renewsId: integer(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: created(),
  },
  t => [
    companyKey('passes', t),
    index('passes_created_by_idx').on(t.createdBy),
    // What the job looks for.
    index('passes_ends_at_idx').on(t.endsAt).where(sql`${t.endToldAt} is null`),
    index('passes_renews_idx').on(t.companyId, t.renewsId),
    sameCompany('passes_renews_id_fk', t, t.renewsId, t),
    checkReach('passes', t),
    check('passes_lives', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

/** By what passes are issued again and again. */
export const passTemplates = pgTable(
  'pass_templates',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    holderName: text().notNull(),
    holderOffice: text().notNull(),
    holderEmail: text(),
    ...reachColumns(),
    kinds: text({ enum: passKinds }).array().notNull(),
    showsNames: boolean().notNull(),
    opensPapers: boolean().notNull().default(false),
    recordDays: integer(),
    validDays: integer().notNull(),
    ...editable(),
  },
  t => [
    index('pass_templates_company_idx').on(t.companyId, t.id),
    archivedIndex('pass_templates', t),
    checkReach('pass_templates', t),
  ],
)

/** What was done by a pass. */
export const passViews = pgTable(
  'pass_views',
  {
    ...ofCompany(companies),
    passId: integer().notNull(),
    at: moment().notNull(),
    action: text({ enum: passActions }).notNull(),
    kind: text({ enum: passKinds }),
    recordId: integer(),
    requestNumber: integer(),
    search: text().notNull().default(''),
    found: integer(),
  },
  t => [
    index('pass_views_pass_idx').on(t.companyId, t.passId, t.id),
    foreignKey({
      name: 'pass_views_pass_id_fk',
      columns: [t.companyId, t.passId],
      foreignColumns: [passes.companyId, passes.id],
    }).onDelete('cascade'),
  ],
)

/** What an inspector did is never changed. */
export const passIsolation = [appendOnly(passViews)]
