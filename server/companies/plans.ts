/** The rows of what companies have and had. */
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Limits, Plan } from '#shared/companies/plans.ts'
import { wire } from '#shared/lib/casing.ts'
import { withinCalendar } from '#shared/lib/fields.ts'
import { Problem } from '#shared/lib/problem.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { type Context, permitted } from '../lib/context.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { archivedOrNot, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { countTries } from '../lib/security/tries.ts'
import { notify } from '../notifications/commands.ts'
import { type Choice, choiceMail } from './mails.ts'
import {
  arePlansSold,
  type CompanyPlanRow,
  type FoundPlan,
  findCurrentPlan,
  presentCompanyPlan,
} from './planQueries.ts'
import type { CompanyRow } from './queries.ts'
import { everything, setSelling } from './startingOffers.ts'
import { companies, companyPlans, plans } from './table.ts'

type PlanRow = typeof plans.$inferSelect
type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }
type CompanyPlanFields = Given<{
  name: CompanyPlanRow['name']
  isTrial: boolean
  startDate: string
  endDate: string | null
  price: number | null
  currency: string
  limits: Limits
}>

/**
 * Opens a plan for a company. Fields that are not given come from the offer; it begins today in the company's time
 * zone.
 */
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

/** Changes a company's plan. A changed end is announced by mail again. */
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

// The price list of this tend.

type OfferRow = typeof plans.$inferSelect
type Draft = Omit<typeof plans.$inferInsert, 'id' | 'key'>

const presentOffer = (offer: OfferRow): Plan => wire(offer)

/** Lists the offers in their order; for admins also those that are not offered or archived. */
export async function listOffers(ctx: Context, archived: boolean): Promise<Plan[]> {
  if (!ctx.actor.isAdmin && !(await arePlansSold(ctx.db))) return []
  const rows = await ctx.db
    .select()
    .from(plans)
    .where(ctx.actor.isAdmin ? archivedOrNot(plans, archived) : sql`${isNull(plans.archivedAt)} and ${plans.isOffered}`)
    .orderBy(asc(plans.position), asc(plans.id))
  return rows.map(presentOffer)
}

export async function accessOffer(ctx: Context, id: number, action: string): Promise<OfferRow> {
  const [offer] = await ctx.db.select().from(plans).where(eq(plans.id, id))
  return permitted(ctx, action, 'Plan', offer)
}

export async function createOffer(draft: Draft, ctx: Context): Promise<Plan> {
  const [offer] = await ctx.db.insert(plans).values(draft).returning()
  if (!offer) throw new Error('The offer was not stored.')
  await audit(ctx, 'offer.created', { type: 'Plan', id: offer.id, companyId: null })
  return presentOffer(offer)
}

/** Changes an offer; what companies have of it already stays as it was opened. */
export async function updateOffer(ctx: Context, offer: OfferRow, changes: object, expected?: number): Promise<Plan> {
  await audit(ctx, 'offer.updated', { type: 'Plan', id: offer.id, companyId: null })
  return reviseRow(ctx, plans, offer, changes, presentOffer, expected)
}

/** An offer that can be chosen or opened. Throws 422 at `field` for any other. */
export async function requireOffer(ctx: Context, id: number, field: string, chosen: boolean): Promise<OfferRow> {
  const [offer] = await ctx.db.select().from(plans).where(eq(plans.id, id))
  const canBeChosen = async () => offer?.isOffered && !offer.isTrial && (await arePlansSold(ctx.db))
  const isValid = offer && !offer.archivedAt && (!chosen || (await canBeChosen()))
  if (!isValid) throw new Problem('invalid', { errors: { [field]: [{ code: 'not_an_option' }] } })
  return offer
}

// Choosing the next plan. There is no payment provider: the wish is stored, and admins, who get a mail, open the plan
// after payment. A provider would begin its checkout in `choosePlan` and call `openCompanyPlan` on confirmation.

/** Against mails without end: each wish is one to every admin. */
const wishes = { name: 'plan wishes', tries: 20, seconds: 24 * 3600 }

/** Counts a new wish. Throws 422 for a plan that cannot be chosen, and 429 after twenty of a company in a day. */
export async function countWish(ctx: Context, { row }: FoundPlan, selectedPlanId: number): Promise<void> {
  if (row.selectedPlanId === selectedPlanId) return
  await requireOffer(ctx, selectedPlanId, 'selected_plan_id', true)
  await countTries(ctx, [wishes, String(row.companyId)])
}

/** Records the wish on the company's row and mails the admins. Choosing the same again is harmless. */
export async function choosePlan(ctx: Context, plan: FoundPlan, selectedPlanId: number) {
  const { row, timeZone } = plan
  if (row.selectedPlanId === selectedPlanId) return presentRow(ctx, plan)
  const offer = await requireOffer(ctx, selectedPlanId, 'selected_plan_id', true)
  const subject = { type: 'CompanyPlan', id: row.id, companyId: row.companyId }
  await audit(ctx, 'plan.selected', subject, { plan_id: offer.id })
  await ctx.services.jobs.send(
    ctx.db,
    choiceMails,
    { companyId: row.companyId, planId: offer.id, userId: ctx.actor.id },
    row,
  )
  const changes = { selectedPlanId, selectedAt: ctx.now }
  return reviseRow(ctx, companyPlans, row, changes, changed => presentRow(ctx, { row: changed, timeZone }))
}

/** A job, because who serves a company does not see the admins. */
export const choiceMails: Job<Choice> = {
  name: 'plan.choice-mails',
  work: async (choice, { db, services }) => {
    const admins = await db
      .select({ id: users.id })
      .from(users)
      .where(and(isNotNull(users.adminSince), isNotNull(users.email), isNull(users.archivedAt)))
    const { companyId } = choice
    const adminIds = admins.map(({ id }) => id)
    await notify({ db, services, actor: { companyId } }, choiceMail, adminIds, choice)
  },
}

/**
 * Opens the first plan of a new company: a trial where plans are sold, else "Everything". Without such an offer it has
 * no plan, and so no limits.
 */
export async function openFirstPlan(ctx: Context, company: CompanyRow): Promise<void> {
  const wanted = (await arePlansSold(ctx.db)) ? eq(plans.isTrial, true) : eq(plans.key, everything)
  const [offer] = await ctx.db
    .select()
    .from(plans)
    .where(and(wanted, isNull(plans.archivedAt)))
    .orderBy(asc(plans.position), asc(plans.id))
    .limit(1)
  if (offer) await openCompanyPlan(ctx, company, offer, {})
}

/**
 * Starts or stops selling. When selling stops, companies whose plan ends or has limits get "Everything" from today;
 * when it starts, each keeps the plan that it has.
 */
export async function changeSelling(ctx: Context, isSelling: boolean): Promise<{ is_selling: boolean }> {
  if (isSelling === (await arePlansSold(ctx.db))) return { is_selling: isSelling }
  await setSelling(ctx.db, isSelling)
  const [offer] = await ctx.db.select().from(plans).where(eq(plans.key, everything))
  if (!offer) throw new Error('The plan "Everything" was not stored.')
  const action = isSelling ? 'offer.selling_started' : 'offer.selling_stopped'
  await audit(ctx, action, { type: 'Plan', id: offer.id, companyId: null })
  if (!isSelling) await openForAll(ctx, offer)
  return { is_selling: isSelling }
}

/**
 * Opens an offer without end, from today, for every company with a plan that ends or has limits, unless such an offer
 * follows it.
 */
async function openForAll(ctx: Context, offer: OfferRow): Promise<void> {
  const limits = sql`${JSON.stringify(offer.limits)}::jsonb`
  await ctx.db.execute(sql`
    insert into ${companyPlans} (company_id, plan_id, name, is_trial, start_date, currency, limits)
    select c.id, ${offer.id}, ${JSON.stringify(offer.name)}::jsonb, false,
           (${ctx.now.toISOString()}::timestamptz at time zone c.time_zone)::date, c.currency,
           ${limits}
    from ${companies} c
    where exists (
      select from ${companyPlans} p
      where p.company_id = c.id and p.archived_at is null
        and (p.end_date is not null
             or p.limits <> ${limits} and jsonb_path_exists(p.limits, '$.* ? (@ != null)'))
        and not exists (select from ${companyPlans} later
                        where later.company_id = c.id and later.archived_at is null and later.plan_id = ${offer.id}
                          and later.end_date is null and (later.start_date, later.id) > (p.start_date, p.id)))`)
}
