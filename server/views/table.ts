import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { viewedLists } from '#shared/views/contract.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { editable, orderedText } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'

/** Saved views of lists: filters, order and columns, as in the address. */
export const listViews = pgTable(
  'list_views',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id),
    list: text({ enum: viewedLists }).notNull(),
    name: orderedText().notNull(),
    filters: jsonb().$type<Record<string, string | number | boolean>>().notNull(),
    columns: text().array(),
    forEverybody: boolean().notNull().default(false),
    ...editable(),
  },
  t => [
    companyKey('list_views', t),
    index('list_views_user_idx').on(t.companyId, t.userId, t.list, t.name, t.id),
    index('list_views_shared_idx')
      .on(t.companyId, t.list, t.name, t.id)
      .where(sql`${t.forEverybody} and ${t.archivedAt} is null`),
    index('list_views_user_id_idx').on(t.userId),
    archivedIndex('list_views', t),
    check('list_views_length', sql`octet_length(${t.filters}::text) <= 40000`),
  ],
)

/** A person's settings of a list. */
export const listSettings = pgTable(
  'list_settings',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id),
    list: text({ enum: viewedLists }).notNull(),
    columns: text().array(),
    /** The list opens with it; one that is archived or no longer shared counts for nothing. */
    defaultViewId: integer(),
  },
  t => [
    unique('list_settings_list_key').on(t.companyId, t.userId, t.list),
    index('list_settings_user_id_idx').on(t.userId),
    index('list_settings_default_view_idx').on(t.companyId, t.defaultViewId),
    sameCompany('list_settings_default_view_id_fk', t, t.defaultViewId, listViews),
  ],
)
