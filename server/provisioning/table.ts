import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { companies, members } from '../companies/table.ts'
import { created } from '../lib/db/columns.ts'
import { checkReach, companyKey, ofCompany, reachColumns, sameCompany } from '../lib/db/companyColumns.ts'
import { closed } from '../lib/db/isolation.ts'

type KeptEmail = { value: string; type?: string; primary?: boolean }

/** People as the company's identity provider names them. Their accounts stay their own. */
export const provisionedUsers = pgTable(
  'provisioned_users',
  {
    ...ofCompany(companies),
    userName: text().notNull(),
    externalId: text(),
    /** The address that is invited. */
    email: text().notNull(),
    displayName: text(),
    name: jsonb().$type<Record<string, string>>(),
    emails: jsonb().$type<KeptEmail[]>(),
    isActive: boolean().notNull(),
    /** Null until somebody accepts the invitation, or is found to belong to the company. */
    userId: integer(),
    createdAt: created(),
    updatedAt: created(),
  },
  t => [
    companyKey('provisioned_users', t),
    uniqueIndex('provisioned_users_user_name_key').on(t.companyId, sql`lower(${t.userName})`),
    uniqueIndex('provisioned_users_user_id_key').on(t.companyId, t.userId),
    index('provisioned_users_external_id_idx').on(t.companyId, t.externalId),
    index('provisioned_users_email_idx').on(t.companyId, sql`lower(${t.email})`),
    sameCompany('provisioned_users_user_id_fk', t, t.userId, members).onDelete('cascade'),
  ],
)

/** Groups of the provider, with what a manager has them give: a role, in the whole company or a part. */
export const provisionedGroups = pgTable(
  'provisioned_groups',
  {
    ...ofCompany(companies),
    displayName: text().notNull(),
    externalId: text(),
    /** Null: nothing yet. One that was deleted since gives nothing either. */
    roleId: integer(),
    ...reachColumns(),
    createdAt: created(),
    updatedAt: created(),
  },
  t => [
    companyKey('provisioned_groups', t),
    checkReach('provisioned_groups', t),
    uniqueIndex('provisioned_groups_display_name_key').on(t.companyId, sql`lower(${t.displayName})`),
    index('provisioned_groups_external_id_idx').on(t.companyId, t.externalId),
  ],
)

export const provisionedGroupMembers = pgTable(
  'provisioned_group_members',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    groupId: integer().notNull(),
    provisionedUserId: integer().notNull(),
  },
  t => [
    primaryKey({ name: 'provisioned_group_members_pk', columns: [t.companyId, t.groupId, t.provisionedUserId] }),
    index('provisioned_group_members_provisioned_user_id_idx').on(t.companyId, t.provisionedUserId),
    sameCompany('provisioned_group_members_group_id_fk', t, t.groupId, provisionedGroups).onDelete('cascade'),
    sameCompany('provisioned_group_members_user_id_fk', t, t.provisionedUserId, provisionedUsers).onDelete('cascade'),
  ],
)

export const provisioningIsolation = [
  closed(provisionedUsers),
  closed(provisionedGroups),
  closed(provisionedGroupMembers),
]
