import { type AnyColumn, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { planPeriods } from '#shared/companies/planRules.ts'
import type { Limits } from '#shared/companies/plans.ts'
import type { RoleRule } from '#shared/companies/roles.ts'
import { kindsOfBusiness } from '#shared/companies/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { roles } from '#shared/lib/roles.ts'
import { users } from '../accounts/table.ts'
import { shownBy, tracked } from '../lib/changes/tracked.ts'
import { created, editable, identity, moment, orderedText } from '../lib/db/columns.ts'
import {
  archivedIndex,
  checkReach,
  companyKey,
  nameIndexes,
  ofCompany,
  reachColumns,
} from '../lib/db/companyColumns.ts'
import { DeferredForeignKeys } from '../lib/db/deferredForeignKeys.ts'
import { isolated, readByAll } from '../lib/db/isolation.ts'

export const companies = pgTable(
  'companies',
  {
    id: identity(),
    name: orderedText().notNull(),
    /** ISO 3166-1 number. */
    countryId: integer(),
    /** Time zone of "today", "overdue" and the end of a plan. */
    timeZone: text().notNull().default('UTC'),
    languageId: integer().notNull().default(1),
    kindOfBusiness: text({ enum: kindsOfBusiness }),
    /** ISO 4217; prices of plans are shown in it. */
    currency: text().notNull().default('EUR'),
    /** Members need a second factor. */
    twoFactorRequired: boolean().notNull().default(false),
    /** Set with the first webhook, and never taken back: what happens asks for webhooks only then. */
    hasWebhooks: boolean().notNull().default(false),
    /** Members of a part still see records of animals that have moved away from it. */
    historiesStay: boolean().notNull().default(true),
    /** In the store, a PNG; `size` in bytes counts towards the plan's storage. */
    logo: jsonb().$type<{ path: string; width: number; height: number; size: number }>(),
    /** Quiet hours for members who did not choose their own, in each member's time zone. */
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
const membershipReferences = new DeferredForeignKeys<'ownRoleId'>()

/** Memberships with their roles. Ended ones stay, so that old records keep their names; frozen ones give no access. */
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
    /** An API key's: it has a role like people, and is no colleague. */
    isKey: boolean().notNull().default(false),
    /** The company's own role, by which the database keeps it from being deleted while a member has it. */
    ownRoleId: integer().generatedAlwaysAs(
      sql`case when ended_at is null and role_id > 2000 and role_id < 4000 and role_id <> 3000 then role_id end`,
    ),
    joinedAt: created(),
    frozenAt: moment(),
    endedAt: moment(),
    ...reachColumns(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    // 1000 is nobody's by being a member.
    check('memberships_role_id_check', sql`${t.roleId} between 2000 and 4000`),
    index('memberships_user_id_idx').on(t.userId),
    index('memberships_role_id_idx').on(t.companyId, t.roleId),
    index('memberships_own_role_id_idx').on(t.companyId, t.ownRoleId),
    ...membershipReferences.of(t),
    // Those who work at a place.
    index('memberships_reach_idx').on(t.companyId).where(isNotNull(t.reachLocations)),
    checkReach('memberships', t),
  ],
)

/** Members as the target of references within a company (`sameCompany`). Ended memberships stay. */
export const members = { companyId: memberships.companyId, id: memberships.userId }

/** Condition: the company is not archived. Jobs work for such companies only. */
export const ofLivingCompany = (companyId: AnyPgColumn): SQL =>
  sql`exists (select from ${companies} where ${companies.id} = ${companyId} and ${companies.archivedAt} is null)`

/** Conditions of `shared/lib/roles.ts` on a column that holds a role. */
export const isManagerIn = (roleId: AnyColumn): SQL => lte(roleId, roles.manager)
export const isNoGuestIn = (roleId: AnyColumn): SQL => lt(roleId, roles.guest)

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
    // Only among roles that are not archived: an archived one gives up its name.
    uniqueIndex('roles_name_key').on(t.companyId, sql`lower(${t.name})`).where(isNull(t.archivedAt)),
    archivedIndex('roles', t),
    index('roles_company_id_created_at_idx').on(t.companyId, t.createdAt),
    check('roles_id_check', sql`${t.id} between 2001 and 2999 or ${t.id} between 3001 and 3999`),
  ],
)

membershipReferences.at('memberships_role_id_fk', 'ownRoleId', ownRoles)

/**
 * Links to invitations are derived from id and version (`inviteQueries.ts`), so none is stored, and a new version makes
 * the old link void.
 */
export const invites = pgTable(
  'invites',
  {
    ...ofCompany(companies),
    email: text().notNull(),
    /** The invited account; null where only an address was invited. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer().notNull(),
    /** The company's own role, by which the database keeps it from being deleted while this invitation is open. */
    ownRoleId: integer().generatedAlwaysAs(
      sql.raw(
        'case when accepted_at is null and revoked_at is null and role_id > 2000 and role_id < 4000 ' +
          'and role_id <> 3000 then role_id end',
      ),
    ),
    languageId: integer().notNull(),
    invitedBy: integer()
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    sentAt: created(),
    expiresAt: moment().notNull(),
    deliveredAt: moment(),
    /** The mail server's error for the mail of this version. */
    deliveryError: text(),
    acceptedAt: moment(),
    acceptedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Declined by the invited person; then it counts as revoked. */
    declinedAt: moment(),
    revokedAt: moment(),
    ...reachColumns(),
    createdAt: created(),
  },
  t => [
    companyKey('invites', t),
    checkReach('invites', t),
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

/** Offers of this tend, which its admins edit. */
export const plans = pgTable(
  'plans',
  {
    id: identity(),
    /** Names the offers that a new tend begins with (`startingOffers.ts`), so that each is made once. */
    key: text().unique('plans_key_key'),
    name: jsonb().$type<LocalizedText>().notNull(),
    description: jsonb().$type<LocalizedText>().notNull(),
    period: text({ enum: planPeriods }).notNull(),
    /** By currency, in whole units. */
    prices: jsonb().$type<Record<string, number>>().notNull(),
    limits: jsonb().$type<Limits>().notNull(),
    isTrial: boolean().notNull().default(false),
    /** Days that a plan opened with it lasts; null without an end. */
    days: integer(),
    isOffered: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    ...editable(),
  },
  t => [index('plans_position_idx').on(t.position), check('plans_days_check', sql`${t.days} > 0`)],
)

/** One row: whether the operator of this tend sells plans. */
export const planSettings = pgTable(
  'plan_settings',
  {
    id: integer().primaryKey().default(1),
    /** Companies begin with a trial, see prices and choose. Otherwise they have the plan "Everything", without end. */
    isSelling: boolean().notNull().default(false),
  },
  t => [check('plan_settings_id_check', sql`${t.id} = 1`)],
)

/** Plans of companies: copies of an offer, with a first and a last day in the company's time zone. */
export const companyPlans = pgTable(
  'company_plans',
  {
    ...ofCompany(companies),
    planId: integer()
      .notNull()
      .references(() => plans.id),
    name: jsonb().$type<LocalizedText>().notNull(),
    isTrial: boolean().notNull(),
    /** The offer that the company wishes for next. */
    selectedPlanId: integer().references(() => plans.id),
    selectedAt: moment(),
    startDate: date().notNull(),
    /** The last day; null without an end. */
    endDate: date(),
    price: numeric({ precision: 10, scale: 2, mode: 'number' }),
    currency: text().notNull(),
    limits: jsonb().$type<Limits>().notNull(),
    /** Days before the end at which the last mail about it was sent. */
    warnedDays: integer(),
    ...editable(),
  },
  t => [
    companyKey('company_plans', t),
    index('company_plans_company_id_start_date_idx').on(t.companyId, t.startDate),
    index('company_plans_company_id_end_date_idx').on(t.companyId, t.endDate),
    index('company_plans_end_date_idx').on(t.endDate),
    index('company_plans_plan_id_idx').on(t.planId),
    index('company_plans_selected_plan_id_idx').on(t.selectedPlanId),
    check('company_plans_dates_check', sql`${t.endDate} >= ${t.startDate}`),
    check('company_plans_currency_check', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/** A company is its own company, and every company reads the plans on offer. */
export const companyIsolation = [
  isolated(
    companies,
    `grant select, update on {table} to {app};
     create policy tenant on {table} to {app} using (id = nullif(current_setting('app.company_id', true), '')::int);`,
  ),
  tracked(memberships, [], 'userId'),
  shownBy(users, ['name', 'email'], { kind: memberships, id: 'user_id', where: 'o.user_id = new.id' }),
  tracked(invites),
  tracked(ownRoles),
  readByAll(plans),
  readByAll(planSettings),
]
