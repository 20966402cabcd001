import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { kindsOfBusiness } from '#shared/companies/rules.ts'
import { created, editable, identity, moment, orderedText } from '../lib/db/columns.ts'
import { nameIndexes } from '../lib/db/companyColumns.ts'
import { DeferredForeignKeys } from '../lib/db/laterReferences.ts'
import { users } from '../users/table.ts'

export const companies = pgTable(
  'companies',
  {
    id: identity(),
    name: orderedText().notNull(),
    /** ISO 3166-1 number. */
    countryId: integer(),
    /** What "today", "overdue" and a plan's end mean there. */
    timeZone: text().notNull().default('UTC'),
    languageId: integer().notNull().default(1),
    kindOfBusiness: text({ enum: kindsOfBusiness }),
    /** ISO 4217; prices of plans are shown in it. */
    currency: text().notNull().default('EUR'),
    /** Whoever works there signs in with a second factor. */
    twoFactorRequired: boolean().notNull().default(false),
    /** In the store, a PNG; `size` in bytes counts towards the plan's storage. */
    logo: jsonb().$type<{ path: string; width: number; height: number; size: number }>(),
    /** Nobody is told of what is not urgent between these two, by their own clock, who did not choose otherwise. */
    quietFrom: text(),
    quietTo: text(),
    /** Why things go wrong here, to choose from at a corrective task. */
    rootCauses: text().array().notNull().default(sql`'{}'`),
    /** The highest numbers that own roles ever had here: the number of a deleted one never gets another meaning. */
    lastRoleAboveEmployee: integer().notNull().default(2000),
    lastRoleBelowEmployee: integer().notNull().default(3000),
    ...editable(),
  },
  t => [
    ...nameIndexes('companies_name', [], t.name, []),
    index('companies_created_at_idx').on(t.createdAt),
    index('companies_updated_at_idx').on(t.updatedAt),
    index('companies_archived_at_idx').on(t.archivedAt).where(sql`${t.archivedAt} is not null`),
    check('companies_currency_check', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/** A company's own role points at the company, which has memberships: so the role says that these point at it. */
export const membershipReferences = new DeferredForeignKeys<'ownRoleId'>()

/**
 * Who belongs to which company, with which role. Ended memberships stay, so that old records keep their names; frozen ones give no
 * access until they are thawed.
 */
export const memberships = pgTable(
  'memberships',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer().notNull(),
    /** The company's own role, by which the database keeps it from being deleted while a member has it. */
    ownRoleId: integer().generatedAlwaysAs(
      sql`case when ended_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end`,
    ),
    joinedAt: created(),
    frozenAt: moment(),
    endedAt: moment(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    // 1000 is nobody's by being a member.
    check('memberships_role_id_check', sql`${t.roleId} between 2000 and 4000`),
    index('memberships_user_id_idx').on(t.userId),
    index('memberships_role_id_idx').on(t.companyId, t.roleId),
    index('memberships_own_role_id_idx').on(t.companyId, t.ownRoleId),
    ...membershipReferences.of(t),
  ],
)

/** Of a company that was not archived: what jobs do, they do for these alone. */
export const ofLivingCompany = (companyId: AnyPgColumn): SQL =>
  sql`exists (select from ${companies} where ${companies.id} = ${companyId} and ${companies.archivedAt} is null)`
