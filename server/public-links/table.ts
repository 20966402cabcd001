import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { Prefill } from '#shared/forms/publicLink.ts'
import { companies } from '../companies/table.ts'
import { forms } from '../forms/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { users } from '../users/table.ts'

/** The link under which people without an account fill in a form; one row for each form that ever had one. */
export const publicLinks = pgTable(
  'public_links',
  {
    ...ofCompany(companies),
    formId: integer().notNull(),
    /** What the address is worked out from, besides the row itself: the next link of the form has the next one. */
    version: integer().notNull().default(1),
    revokedAt: moment(),
    expiresAt: moment(),
    pinHash: text(),
    cap: integer(),
    responses: integer().notNull().default(0),
    prefill: jsonb().$type<Prefill>().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    revision: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: created(),
  },
  t => [
    companyKey('public_links', t),
    unique('public_links_form_key').on(t.companyId, t.formId),
    index('public_links_created_by_idx').on(t.createdBy),
    sameCompany('public_links_form_id_fk', t, t.formId, forms),
    check('public_links_counts', sql`${t.responses} >= 0 and ${t.cap} > 0`),
  ],
)
