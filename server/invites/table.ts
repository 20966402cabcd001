import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { companies } from '../companies/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany } from '../lib/db/companyColumns.ts'
import { ownRoles } from '../roles/table.ts'
import { users } from '../users/table.ts'

/** Links to invitations are derived from id and version (`links.ts`), so none is stored, and a new version makes the old link void. */
export const invites = pgTable(
  'invites',
  {
    ...ofCompany(companies),
    email: text().notNull(),
    /** Whose account was asked, at the address that it had; null for whoever has the address. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer().notNull(),
    /** The company's own role, by which the database keeps it from being deleted while this invitation is open. */
    ownRoleId: integer().generatedAlwaysAs(
      sql`case when accepted_at is null and revoked_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end`,
    ),
    languageId: integer().notNull(),
    invitedBy: integer()
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    sentAt: created(),
    expiresAt: moment().notNull(),
    deliveredAt: moment(),
    /** What the mail server said when the mail of this version could not be delivered. */
    deliveryError: text(),
    acceptedAt: moment(),
    acceptedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** By whom it was for; it counts as taken back then. */
    declinedAt: moment(),
    revokedAt: moment(),
    createdAt: created(),
  },
  t => [
    companyKey('invites', t),
    uniqueIndex('invites_email_key')
      .on(t.companyId, sql`lower(${t.email})`)
      .where(sql`${t.acceptedAt} is null and ${t.revokedAt} is null`),
    check('invites_role_id_check', sql`${t.roleId} between 2000 and 4000`),
    index('invites_company_id_email_idx').on(t.companyId, t.email),
    index('invites_company_id_created_at_idx').on(t.companyId, t.createdAt),
    index('invites_company_id_expires_at_idx').on(t.companyId, t.expiresAt),
    index('invites_email_idx').on(sql`lower(${t.email})`),
    index('invites_user_id_idx').on(t.userId),
    index('invites_invited_by_idx').on(t.invitedBy),
    index('invites_accepted_by_idx').on(t.acceptedBy),
    index('invites_own_role_id_idx').on(t.companyId, t.ownRoleId),
    foreignKey({
      name: 'invites_role_id_fk',
      columns: [t.companyId, t.ownRoleId],
      foreignColumns: [ownRoles.companyId, ownRoles.id],
    }),
  ],
)
