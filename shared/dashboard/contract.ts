import { z } from 'zod'
import { CurrentPlan } from '../companies/plans.ts'
import { contract, page } from '../lib/contract.ts'
import { Day, Id, Time } from '../lib/fields.ts'
import { PageMeta, Paging } from '../lib/paging.ts'
import { companyStates, type FigureKind, figureKinds } from './figures.ts'

const Count = z.int().min(0)

/** Figures of a company: waiting work, amounts, and the last twelve weeks. */
export const CompanyState = z
  .object({
    made_at: Time,
    /** Each counts its list (`figures.ts`); a figure without the right to read is missing. */
    figures: z.array(
      PageMeta.pick({ total: true, total_is_lower_bound: true }).extend({
        kind: z.enum(figureKinds as [FigureKind, ...FigureKind[]]),
      }),
    ),
    /**
     * Complete submissions that the reader may see, in weeks of seven days by the company's clock, ending today. Null
     * without that right.
     */
    weeks: z
      .array(
        z.object({
          from: Day,
          to: Day,
          submissions: Count,
          /** Submissions that need action. */
          act: Count,
          /** Mean of rated submissions, in percent. */
          average: z.number().nullable(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'CompanyState' })
export type CompanyState = z.infer<typeof CompanyState>

export const Dashboard = z
  .object({
    made_at: Time,
    /** Companies that are not archived, counted by state; a company can be in several. */
    companies: Count,
    states: z.object(
      Object.fromEntries(companyStates.map(state => [state, Count])) as Record<
        (typeof companyStates)[number],
        typeof Count
      >,
    ),
    /** Accounts that are not archived, and administrators among them. */
    people: Count,
    admins: Count,
    /** Completed in the last seven days, and in the seven before. */
    submissions: Count,
    submissions_before: Count,
    /** The last twelve weeks of seven days in UTC, ending today. */
    weeks: z.array(z.object({ from: Day, to: Day, submissions: Count, companies: Count })),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

export const DashboardCompany = z
  .object({
    id: Id,
    name: z.string(),
    member_count: Count,
    /** Completed in the last thirty days. */
    submissions: Count,
    last_submission_at: Time.nullable(),
    created_at: Time,
    plan: CurrentPlan.nullable(),
  })
  .meta({ id: 'DashboardCompany' })
export type DashboardCompany = z.infer<typeof DashboardCompany>

export const dashboard = contract({
  own: {
    summary: 'Read the dashboard of the company',
    description: 'Each number is the total of a list that the caller may read.',
    method: 'GET',
    path: '/dashboard/own',
    access: ['read', 'Task'],
    bySite: true,
    input: z.object({}),
    returns: CompanyState,
  },
  get: {
    summary: 'Read the dashboard of all companies',
    method: 'GET',
    path: '/dashboard',
    access: ['manage', 'Company'],
    isolation: 'platform',
    keys: 'open',
    input: z.object({}),
    returns: Dashboard,
  },
  companies: {
    summary: 'List companies by state',
    method: 'GET',
    path: '/dashboard/company',
    access: ['manage', 'Company'],
    isolation: 'platform',
    keys: 'open',
    input: Paging.pick({ page: true, per_page: true, search: true }).extend({
      state: z.enum(companyStates).optional(),
      /** Only companies with completions on these days, both included, in UTC. */
      from: Day.optional(),
      to: Day.optional(),
    }),
    returns: page(DashboardCompany),
  },
})
