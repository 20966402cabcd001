import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { passActions, passKinds } from '#shared/passes/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { checkReach, companyKey, ofCompany, reachColumns } from '../lib/db/companyColumns.ts'
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
    checkReach('passes', t),
    check('passes_lives', sql`${t.startsAt} < ${t.endsAt}`),
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
