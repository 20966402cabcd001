import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type LimitedThing, limitedThings } from '#shared/companies/planRules.ts'
import type { CompanyPlan, CurrentPlan, Limits } from '#shared/companies/plans.ts'
import { wire } from '#shared/lib/casing.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { dayAt, endOfDay } from '../lib/localDays.ts'
import { usage } from './ports.ts'
import { companies, companyPlans, planSettings, plans } from './table.ts'

/** Tells whether the operator of this tend sells plans, as a column of any query. */
export const plansAreSold = sql<boolean>`coalesce((select is_selling from ${planSettings}), false)`

/** Tells whether the operator of this tend sells plans. */
export async function arePlansSold(db: Database): Promise<boolean> {
  const [settings] = await db.select({ isSelling: planSettings.isSelling }).from(planSettings)
  return settings?.isSelling ?? false
}

export type CompanyPlanRow = typeof companyPlans.$inferSelect

/** A row with the clock of its company, by which its days are meant. */
export type FoundPlan = { row: CompanyPlanRow; timeZone: string }

/** The living rows of companies, the earliest first. */
export const findPlans = (db: Database, where: SQL | undefined) =>
  db
    .select({ row: companyPlans, timeZone: companies.timeZone })
    .from(companyPlans)
    .innerJoin(companies, eq(companies.id, companyPlans.companyId))
    .where(and(isNull(companyPlans.archivedAt), where))
    .orderBy(asc(companyPlans.startDate), asc(companyPlans.id))

/** Asked at every write. */
const preparePlans = (db: Database, name: string) =>
  findPlans(db, eq(companyPlans.companyId, sql.placeholder('companyId'))).prepare(name)

type PlanDays = { row: Pick<CompanyPlanRow, 'startDate' | 'endDate'>; timeZone: string }

const hasBegun = ({ row, timeZone }: PlanDays, now: Date) => row.startDate <= dayAt(now, timeZone)
const hasEnded = ({ row, timeZone }: PlanDays, now: Date) => row.endDate !== null && row.endDate < dayAt(now, timeZone)

/**
 * Returns the current plan: the last that began of the running ones, or else the one that ended last. Undefined where
 * none has begun.
 */
export function holding<Plan extends PlanDays>(plans: Plan[], now: Date): Plan | undefined {
  const begun = plans.filter(plan => hasBegun(plan, now))
  const running = begun.filter(plan => !hasEnded(plan, now))
  return running.at(-1) ?? begun.toSorted((a, b) => (a.row.endDate ?? '').localeCompare(b.row.endDate ?? '')).at(-1)
}

/** Selects the first and last days of the plans of the company that a query joins. */
export const planDays = sql<[string, string | null][]>`(
  select coalesce(json_agg(json_build_array(days.start_date, days.end_date) order by days.start_date, days.id), '[]')
  from ${companyPlans} days where days.company_id = ${companies.id} and days.archived_at is null)`

/** Whether by such days the plan has ended: then the company can be read and hardly written. */
export function isPlanOver(days: [string, string | null][], timeZone: string, now: Date): boolean {
  const found = days.map(([startDate, endDate]) => ({ row: { startDate, endDate }, timeZone }))
  const plan = holding(found, now)
  return plan !== undefined && hasEnded(plan, now)
}

/** The plan that holds for a company. */
export const findCurrentPlan = async (db: Database, companyId: number, now: Date): Promise<FoundPlan | undefined> =>
  holding(await preparedOn(db, 'plans of a company', preparePlans).execute({ companyId }), now)

const unlimited: Limits = { users: null, animals: null, forms: null, storage: null }

/**
 * Returns a company's limits. Without a current plan, after an earlier one, these are the lowest of all offers. A
 * company that never had a plan has no limits.
 */
export async function findLimits(db: Database, companyId: number, now: Date): Promise<Limits> {
  const plan = await findCurrentPlan(db, companyId, now)
  if (plan) return plan.row.limits
  const [had] = await db
    .select({ id: companyPlans.id })
    .from(companyPlans)
    .where(eq(companyPlans.companyId, companyId))
    .limit(1)
  if (!had) return unlimited
  const offers = await db.select({ limits: plans.limits }).from(plans).where(isNull(plans.archivedAt))
  return minOf(offers.map(({ limits }) => limits))
}

function minOf(all: Limits[]): Limits {
  const least = (thing: LimitedThing) => {
    const given = all.flatMap(limits => limits[thing] ?? [])
    return given.length > 0 ? Math.min(...given) : null
  }
  return { users: least('users'), animals: least('animals'), forms: least('forms'), storage: least('storage') }
}

/** The plans that hold for several companies, in wire form. */
export async function currentPlansOf(db: Database, companyIds: number[], now: Date): Promise<Map<number, CurrentPlan>> {
  if (companyIds.length === 0) return new Map()
  const byCompany = Map.groupBy(
    await findPlans(db, inArray(companyPlans.companyId, companyIds)),
    ({ row }) => row.companyId,
  )
  const current = [...byCompany].flatMap(([companyId, plans]): [number, CurrentPlan][] => {
    const plan = holding(plans, now)
    return plan ? [[companyId, presentCurrentPlan(plan, now)]] : []
  })
  return new Map(current)
}

/** The plan as the user object carries it. */
export const presentCurrentPlan = (plan: FoundPlan, now: Date): CurrentPlan => ({
  ...wire(plan.row),
  ends_at: endsAt(plan)?.toISOString() ?? null,
  is_expired: hasEnded(plan, now),
})

/** A row in wire form; `current` is the one that holds. */
export const presentCompanyPlan = (plan: FoundPlan, current: FoundPlan | undefined, now: Date): CompanyPlan => ({
  ...wire(plan.row),
  ends_at: endsAt(plan)?.toISOString() ?? null,
  is_current: plan.row.id === current?.row.id,
  is_expired: hasEnded(plan, now),
})

const endsAt = ({ row, timeZone }: FoundPlan): Date | null =>
  row.endDate === null ? null : endOfDay(row.endDate, timeZone)

/** Throws `plan_expired` where the company's plan has ended: then it can be read and hardly written. */
export async function requireLivingPlan(db: Database, companyId: number, now: Date): Promise<void> {
  const plan = await findCurrentPlan(db, companyId, now)
  if (plan && hasEnded(plan, now)) throw new Problem('plan_expired')
}

/** Any fixed number: the locks of limits, one for each company and thing. */
const lockFamily = 5_120_000

/**
 * Throws `plan_limit_reached`, naming the limit, where the company's plan has no room for `more`. Concurrent requests
 * of a company wait for the end of this transaction.
 */
export async function requireRoom(
  ctx: Pick<Context, 'db' | 'now'>,
  companyId: number,
  thing: LimitedThing,
  more = 1,
): Promise<void> {
  const { room, maximum, used } = await lockRoom(ctx, companyId, thing)
  if (more > room) throw limitReached(thing, maximum ?? 0, used)
}

/** Returns how much of a limited thing a company has. */
export const usedOf = async (db: Database, companyId: number, thing: LimitedThing): Promise<number> =>
  (await usage.query(db, { companyId, thing })).reduce((sum, used) => sum + used, 0)

/** Returns how much room the plan has, under a lock. */
export async function lockRoom({ db, now }: Pick<Context, 'db' | 'now'>, companyId: number, thing: LimitedThing) {
  const maximum = (await findLimits(db, companyId, now))[thing]
  if (maximum === null) return { room: Number.POSITIVE_INFINITY, maximum, used: 0 }
  await lock(db, companyId, thing)
  const used = await usedOf(db, companyId, thing)
  return { room: maximum - used, maximum, used }
}

const lock = (db: Database, companyId: number, thing: LimitedThing) =>
  db.execute(sql`select pg_advisory_xact_lock(${lockFamily + limitedThings.indexOf(thing)}, ${companyId})`)

const megabyte = 1024 * 1024

/** The refusal that names the limit, for people and for programs. */
export function limitReached(thing: LimitedThing, maximum: number, used: number): Problem {
  const shown = thing === 'storage' ? Math.floor(maximum / megabyte) : maximum
  return new Problem('plan_limit_reached', {
    errors: { [thing]: [{ code: `plan_limit_${thing}`, values: { maximum: shown } }] },
    data: { limit: thing, maximum, used },
  })
}
