/** The rows of what companies have and had. */
import { and, desc, eq, type SQL } from 'drizzle-orm'
import { withinCalendar } from '#shared/lib/fields.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Limits } from '#shared/plans/limits.ts'
import { audit } from '../audit/commands.ts'
import type { CompanyRow } from '../companies/queries.ts'
import { companies } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { archivedOrNot, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { type CompanyPlanRow, type FoundPlan, findCurrentPlan, presentCompanyPlan } from './queries.ts'
import { companyPlans, type plans } from './table.ts'

type PlanRow = typeof plans.$inferSelect
type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }
export type CompanyPlanFields = Given<{
  name: CompanyPlanRow['name']
  isTrial: boolean
  startDate: string
  endDate: string | null
  price: number | null
  currency: string
  limits: Limits
}>

/** Opens a row: what is not given is the offer's, from today on the company's clock and for the offer's days. */
export async function openCompanyPlan(ctx: Context, company: CompanyRow, offer: PlanRow, given: CompanyPlanFields) {
  const startDate = given.startDate ?? dayAt(ctx.now, company.timeZone)
  const endDate = offer.days === null ? null : withinCalendar(daysLater(startDate, offer.days - 1))
  const currency = given.currency ?? (company.currency in offer.prices ? company.currency : 'EUR')
  const values = {
    companyId: company.id,
    planId: offer.id,
    name: offer.name,
    isTrial: offer.isTrial,
    limits: offer.limits,
    price: offer.prices[currency] ?? null,
    ...present(given),
    startDate,
    endDate: given.endDate === undefined ? endDate : given.endDate,
    currency,
  }
  requireOrder(values)
  const [row] = await ctx.db.insert(companyPlans).values(values).returning()
  if (!row) throw new Error('The plan was not stored.')
  await audit(ctx, 'plan.opened', { type: 'CompanyPlan', id: row.id, companyId: company.id }, { plan_id: offer.id })
  return presentRow(ctx, { row, timeZone: company.timeZone })
}

/** Changes a row; a moved end is told of anew by mail. */
export async function updateCompanyPlan(
  ctx: Context,
  plan: FoundPlan,
  changes: CompanyPlanFields & { planId?: number | undefined },
  expected: number | undefined,
) {
  requireOrder({ ...plan.row, ...present(changes) })
  const moved = changes.endDate !== undefined && changes.endDate !== plan.row.endDate
  await audit(ctx, 'plan.updated', { type: 'CompanyPlan', id: plan.row.id, companyId: plan.row.companyId })
  return revise(ctx, plan, { ...changes, ...(moved && { warnedDays: null }) }, expected)
}

/** Takes a row out of what counts, or brings it back. */
export async function archiveCompanyPlan(ctx: Context, plan: FoundPlan, archivedAt: Date | null) {
  const action = archivedAt ? 'plan.archived' : 'plan.restored'
  await audit(ctx, action, { type: 'CompanyPlan', id: plan.row.id, companyId: plan.row.companyId })
  return revise(ctx, plan, { archivedAt })
}

const revise = (ctx: Context, { row, timeZone }: FoundPlan, changes: object, expected?: number) =>
  reviseRow(ctx, companyPlans, row, changes, changed => presentRow(ctx, { row: changed, timeZone }), expected)

export async function presentRow(ctx: Context, plan: FoundPlan) {
  return presentCompanyPlan(plan, await findCurrentPlan(ctx.db, plan.row.companyId, ctx.now), ctx.now)
}

function requireOrder({ startDate, endDate }: { startDate: string; endDate: string | null }): void {
  if (endDate !== null && endDate < startDate)
    throw new Problem('invalid', { errors: { end_date: [{ code: 'before_start' }] } })
}

const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The row of that company, archived or not, if the actor may do this with it. */
export async function accessCompanyPlan(
  ctx: Context,
  companyId: number,
  id: number,
  action: string,
): Promise<FoundPlan> {
  const [found] = await select(ctx, and(eq(companyPlans.companyId, companyId), eq(companyPlans.id, id)))
  permitted(ctx, action, 'CompanyPlan', found?.row)
  if (!found) throw new Problem('not_found')
  return found
}

const select = (ctx: Context, where: SQL | undefined) =>
  ctx.db
    .select({ row: companyPlans, timeZone: companies.timeZone })
    .from(companyPlans)
    .innerJoin(companies, eq(companies.id, companyPlans.companyId))
    .where(where)

type Query = { page: number; perPage: number; archived: boolean; sort?: string | undefined }

/** One page of a company's rows, the latest first. */
export async function listCompanyPlans(ctx: Context, companyId: number, query: Query) {
  const where = and(eq(companyPlans.companyId, companyId), archivedOrNot(companyPlans, query.archived))
  const current = await findCurrentPlan(ctx.db, companyId, ctx.now)
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: select(ctx, where)
      .orderBy(
        ...(query.sort
          ? orderBy(companyPlans, query.sort, 'start_date')
          : [desc(companyPlans.startDate), desc(companyPlans.id)]),
      )
      .limit(limit)
      .offset(offset),
    totals: totalOf(ctx.db, companyPlans, where),
    present: plan => presentCompanyPlan(plan, current, ctx.now),
  })
}
