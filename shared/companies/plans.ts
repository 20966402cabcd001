import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import {
  ById,
  Currency,
  changesOf,
  Day,
  EditedFields,
  Flag,
  Id,
  LocalizedName,
  LocalizedText,
  Price,
  Revision,
  Time,
} from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { planPeriods } from './planRules.ts'

const Limit = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

/**
 * Limits of a plan; null is unlimited. `users` are members who are neither frozen nor guests, `animals` and `forms`
 * those that are not archived, `storage` the bytes of files.
 */
export const Limits = z.object({ users: Limit, animals: Limit, forms: Limit, storage: Limit }).meta({ id: 'Limits' })
export type Limits = z.infer<typeof Limits>

/** The company's present plan, or the last one where all have ended; null without any. */
export const CurrentPlan = z
  .object({
    /** Row of the company's plan. */
    id: Id,
    /** Offer that it was opened with. */
    plan_id: Id,
    name: LocalizedText,
    is_trial: z.boolean(),
    selected_plan_id: Id.nullable(),
    /** Last day, by the company's clock. */
    end_date: Day.nullable(),
    /** Moment of its end: midnight after the last day. */
    ends_at: Time.nullable(),
    /** True after the end: everything can be read, and almost nothing written. */
    is_expired: z.boolean(),
  })
  .meta({ id: 'CurrentPlan' })
export type CurrentPlan = z.infer<typeof CurrentPlan>

// Plans of companies. A `Plan` is an offer, edited by administrators; a `CompanyPlan` is one company's plan from a day
// to a day, with the name, price and limits that it was opened with. Choosing an offer records the wish and mails the
// administrators, who open the next row.
// After the end, writes get 403 `plan_expired`, except calls marked `afterPlanEnd: 'open'`. Past a limit, creating gets
// 403 `plan_limit_reached` with `data: {limit, maximum, used}`.

const PlanDraft = z.object({
  name: LocalizedName,
  description: LocalizedText.default({}),
  period: z.enum(planPeriods).default('month'),
  /** Price of one period by currency: `{"EUR": 29, "HUF": 11900}`. EUR is shown where the company's is missing. */
  prices: z.record(z.string().regex(/^[A-Z]{3}$/), Price).default({}),
  limits: Limits,
  /** Offer that a new company starts with; the first of several. */
  is_trial: Flag.default(false),
  /** Default days of a trial or of a row opened with this offer. Null: no end. */
  days: z.int().min(1).max(3660).nullable().default(null),
  /** Shown in the price list. */
  is_offered: Flag.default(true),
  position: z.int().min(0).max(1000).default(0),
})

export const Plan = EditedFields.extend({
  ...PlanDraft.shape,
  description: LocalizedText,
  period: z.enum(planPeriods),
  prices: z.record(z.string(), z.number()),
  is_trial: z.boolean(),
  days: z.int().nullable(),
  is_offered: z.boolean(),
  position: z.int(),
}).meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

export const CompanyPlan = EditedFields.extend({
  company_id: Id,
  /** Offer that it was opened with. */
  plan_id: Id,
  name: LocalizedText,
  is_trial: z.boolean(),
  selected_plan_id: Id.nullable(),
  selected_at: Time.nullable(),
  /** First and last day, by the company's clock. Without a last day it does not end. */
  start_date: Day,
  end_date: Day.nullable(),
  ends_at: Time.nullable(),
  is_current: z.boolean(),
  is_expired: z.boolean(),
  price: z.number().nullable(),
  currency: z.string(),
  limits: Limits,
}).meta({ id: 'CompanyPlan' })
export type CompanyPlan = z.infer<typeof CompanyPlan>

const CompanyPlanFields = z.object({
  plan_id: Id,
  name: LocalizedName.optional(),
  is_trial: Flag.optional(),
  start_date: Day.optional(),
  end_date: Day.nullish(),
  price: Price.nullish(),
  currency: Currency.optional(),
  limits: Limits.optional(),
})
const CompanyPlanRef = ById.extend({ company_plan_id: Id })

const PlanSettings = z.object({ is_selling: z.boolean() }).meta({ id: 'PlanSettings' })

const Meter = z.object({ used: z.int(), limit: z.int().nullable() }).meta({ id: 'Meter' })

export const plans = contract({
  offers: {
    summary: 'List the plans on offer',
    description: 'The price list in its order; for admins also what is not offered.',
    method: 'GET',
    path: '/system/plan',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({ archived: Flag.default(false) }),
    returns: z.array(Plan),
  },
  createOffer: {
    summary: 'Add a plan to the offers',
    method: 'POST',
    path: '/system/plan',
    access: ['create', 'Plan'],
    input: PlanDraft,
    returns: Plan,
    status: 201,
  },
  updateOffer: {
    summary: 'Change a plan on offer',
    method: 'PUT',
    path: '/system/plan/:id',
    access: ['update', 'Plan'],
    input: changesOf(PlanDraft).extend({ id: Id, revision: Revision.optional() }),
    returns: Plan,
  },
  removeOffer: {
    summary: 'Archive a plan on offer',
    method: 'DELETE',
    path: '/system/plan/:id',
    access: ['delete', 'Plan'],
    input: ById,
    returns: z.null(),
  },
  restoreOffer: {
    summary: 'Restore a plan on offer',
    method: 'POST',
    path: '/system/plan/:id/restore',
    access: ['delete', 'Plan'],
    input: ById,
    returns: Plan,
  },
  settings: {
    summary: 'Read whether plans are sold',
    method: 'GET',
    path: '/system/plan-settings',
    access: ['update', 'Plan'],
    input: z.object({}),
    returns: PlanSettings,
  },
  changeSettings: {
    summary: 'Start or stop selling plans',
    description:
      'While plans are sold, companies begin with a trial, otherwise with the plan "Everything", without ' + 'end.',
    method: 'PUT',
    path: '/system/plan-settings',
    access: ['update', 'Plan'],
    input: PlanSettings,
    returns: PlanSettings,
  },
  list: {
    summary: "List a company's plans",
    description: "The company's rows, the latest first.",
    method: 'GET',
    path: '/company/:id/plans',
    access: ['read', 'CompanyPlan'],
    input: Paging.omit({ search: true }).extend({ id: Id, sort: sortBy('start_date', 'end_date') }),
    returns: page(CompanyPlan),
  },
  get: {
    summary: "Read a company's plan",
    method: 'GET',
    path: '/company/:id/plan/:company_plan_id',
    access: ['read', 'CompanyPlan'],
    input: CompanyPlanRef,
    returns: CompanyPlan,
  },
  open: {
    summary: 'Open a plan for a company',
    description: "For admins. What is not sent is the offer's: its name, limits and price; from today, for its days.",
    method: 'POST',
    path: '/company/:id/plan',
    access: ['create', 'CompanyPlan'],
    input: CompanyPlanFields.extend({ id: Id }),
    returns: CompanyPlan,
    status: 201,
  },
  update: {
    summary: "Change a company's plan",
    method: 'PUT',
    path: '/company/:id/plan/:company_plan_id',
    access: ['update', 'CompanyPlan'],
    input: CompanyPlanFields.partial().extend({ id: Id, company_plan_id: Id, revision: Revision.optional() }),
    returns: CompanyPlan,
  },
  remove: {
    summary: "Archive a company's plan",
    method: 'DELETE',
    path: '/company/:id/plan/:company_plan_id',
    access: ['delete', 'CompanyPlan'],
    input: CompanyPlanRef,
    returns: z.null(),
  },
  restore: {
    summary: "Restore a company's plan",
    method: 'POST',
    path: '/company/:id/plan/:company_plan_id/restore',
    access: ['delete', 'CompanyPlan'],
    input: CompanyPlanRef,
    returns: CompanyPlan,
  },
  select: {
    summary: 'Choose the next plan',
    description: 'The wish for an offer, recorded on the row and mailed to the admins. Choosing again replaces it.',
    problems: ['too_many_requests'],
    method: 'POST',
    path: '/company/:id/plan/:company_plan_id/select',
    access: ['select', 'CompanyPlan'],
    afterPlanEnd: 'open',
    input: CompanyPlanRef.extend({ selected_plan_id: Id }),
    returns: CompanyPlan,
  },
  usage: {
    summary: 'Read how much of the plan is used',
    description: 'What of each limit is used; for the meters that show before a limit is reached.',
    method: 'GET',
    path: '/company/:id/usage',
    access: ['read', 'CompanyPlan'],
    input: ById,
    returns: z.object({ users: Meter, animals: Meter, forms: Meter, storage: Meter }),
  },
})
