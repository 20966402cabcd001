import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Limits } from '#shared/plans/limits.ts'
import { planPeriods } from '#shared/plans/rules.ts'
import { companies } from '../companies/table.ts'
import { editable, identity, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany } from '../lib/db/companyColumns.ts'

/** What this tend offers to companies; its admins edit it. */
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
    /** How long a row opened with it lasts; without an end when null. */
    days: integer(),
    isOffered: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    ...editable(),
  },
  t => [index('plans_position_idx').on(t.position), check('plans_days_check', sql`${t.days} > 0`)],
)

/** What a company has or had: an offer as it was when it was opened, from a day to a day by the company's clock. */
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
    /** How many days before the end the last mail about it was sent. */
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
