import { isNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RoleRule } from '#shared/roles/contract.ts'
import { companies, membershipReferences } from '../companies/table.ts'
import { editable, orderedText } from '../lib/db/columns.ts'
import { archivedIndex } from '../lib/db/companyColumns.ts'

/** A company's own roles; the four that every company has are no rows. */
export const ownRoles = pgTable(
  'roles',
  {
    companyId: integer()
      .notNull()
      .references((): AnyPgColumn => companies.id, { onDelete: 'cascade' }),
    id: integer().notNull(),
    name: orderedText().notNull(),
    rules: jsonb().$type<RoleRule[]>().notNull(),
    ...editable(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // Of the living: what was archived gives its name away.
    uniqueIndex('roles_name_key').on(t.companyId, sql`lower(${t.name})`).where(isNull(t.archivedAt)),
    archivedIndex('roles', t),
    index('roles_company_id_created_at_idx').on(t.companyId, t.createdAt),
    check('roles_id_check', sql`${t.id} between 2001 and 2999 or ${t.id} between 3001 and 3999`),
  ],
)

membershipReferences.at('memberships_role_id_fk', 'ownRoleId', ownRoles)
