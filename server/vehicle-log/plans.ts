/** Maintenance plans. The due day follows from the log and is stored, so that due plans are found by it. */
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { withinCalendar } from '#shared/lib/fields.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { MaintenancePlan } from '#shared/vehicle-log/contract.ts'
import { maxPlanDaysAhead, maxPlans } from '#shared/vehicle-log/rules.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { requireAtWork, todayIn } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { daysLater, monthsLater } from '../lib/localDays.ts'
import { reviseStored } from '../lib/registers/register.ts'
import { lastReading, type Meter, reachedOn } from './readings.ts'
import { vehicleEntries as entries, maintenancePlans as plans } from './table.ts'

type PlanRow = typeof plans.$inferSelect
type Whose = { companyId: number; id: number }

const ofVehicle = ({ companyId, id }: Whose, ...also: (SQL | undefined)[]) =>
  and(eq(plans.companyId, companyId), eq(plans.vehicleId, id), isNull(plans.archivedAt), ...also)

/** When a plan's work was last done, by the log. */
const lastDone = async (ctx: Pick<Context, 'db'>, { companyId, id }: PlanRow) => {
  const [row] = await ctx.db
    .select({ day: entries.day, kilometres: entries.kilometres, hours: entries.hours })
    .from(entries)
    .where(
      and(
        ...[eq(entries.companyId, companyId), eq(entries.maintenancePlanId, id)],
        ...[eq(entries.kind, 'maintenance'), isNull(entries.archivedAt)],
      ),
    )
    .orderBy(desc(entries.day), desc(entries.id))
    .limit(1)
  return row
}

/** Lists the plans of a vehicle with their state on a day. */
export async function plansOf(ctx: Context, vehicle: Whose, today: string): Promise<MaintenancePlan[]> {
  const rows = await ctx.db
    .select({ plan: plans, responsibleName: users.name })
    .from(plans)
    .leftJoin(users, eq(users.id, plans.responsibleId))
    .where(ofVehicle(vehicle))
    .orderBy(asc(plans.dueOn), asc(plans.id))
    .limit(maxPlans)
  const shown: MaintenancePlan[] = []
  for (const { plan, responsibleName } of rows) {
    const { companyId: _, vehicleId, createdAt, updatedAt, archivedAt, ...known } = plan
    const done = await lastDone(ctx, plan)
    const isDue = plan.dueOn !== null && plan.dueOn <= today
    shown.push(wire({ ...known, responsibleName, lastDoneOn: done?.day ?? null, isDue }))
  }
  return shown
}

/** Recomputes when the plans of a vehicle are due, after any change of its log. */
export async function recomputePlans(ctx: Context, vehicle: Whose): Promise<void> {
  for (const plan of await ctx.db.select().from(plans).where(ofVehicle(vehicle))) {
    const due = await dueOf(ctx, vehicle, plan)
    if (due.dueOn === plan.dueOn && due.dueKilometres === plan.dueKilometres && due.dueHours === plan.dueHours) continue
    await ctx.db.update(plans).set(due).where(eq(plans.id, plan.id))
  }
}

async function dueOf(ctx: Context, vehicle: Whose, plan: PlanRow) {
  const done = await lastDone(ctx, plan)
  const since = done?.day ?? plan.sinceDay
  /** Returns the meter reading at which the work is due, and when it was reached. */
  const byMeter = async (meter: Meter, every: number | null, began: number | null) => {
    if (every === null) return { at: null, day: null }
    const from = (done ? done[meter] : began) ?? (await lastReading(ctx.db, vehicle, meter, since))?.value ?? 0
    const at = from + every
    return { at, day: (await reachedOn(ctx.db, vehicle, meter, { value: at, since })) ?? null }
  }
  const kilometres = await byMeter('kilometres', plan.everyKilometres, plan.sinceKilometres)
  const hours = await byMeter('hours', plan.everyHours, plan.sinceHours)
  const byMonths = plan.everyMonths === null ? null : withinCalendar(monthsLater(since, plan.everyMonths))
  const days = [byMonths, kilometres.day, hours.day].filter(day => day !== null).sort()
  return { dueOn: days[0] ?? null, dueKilometres: kilometres.at, dueHours: hours.at }
}

type Draft = {
  name: string
  everyKilometres?: number | null | undefined
  everyHours?: number | null | undefined
  everyMonths?: number | null | undefined
  sinceDay?: string | undefined
  sinceKilometres?: number | null | undefined
  sinceHours?: number | null | undefined
  responsibleId?: number | null | undefined
}
type Of = { planId?: number | undefined; revision?: number | undefined; isPutAway?: boolean | undefined }
type Presenting = { present: () => Promise<unknown> }

/**
 * Adds a plan to a vehicle, or changes one of its. Throws a 422 for one without an interval, and for more than a
 * vehicle can have.
 */
export async function keepPlan(
  ctx: Context,
  vehicle: Whose,
  draft: Draft,
  { planId, revision, isPutAway, present }: Of & Presenting,
) {
  const { companyId, id: vehicleId } = vehicle
  const isOne = and(eq(plans.companyId, companyId), eq(plans.vehicleId, vehicleId), eq(plans.id, planId ?? 0))
  const [plan] = planId === undefined ? [] : await ctx.db.select().from(plans).where(isOne)
  if (planId !== undefined && !plan) throw new Problem('not_found')
  const responsible = draft.responsibleId ? [{ id: draft.responsibleId, field: 'responsible_id' }] : []
  await requireAtWork(ctx.db, companyId, responsible, [plan?.responsibleId ?? null])
  if (!draft.everyKilometres && !draft.everyHours && !draft.everyMonths) throw invalidField('every_months', 'required')
  // A plan that changes keeps what it counts from.
  const since = draft.sinceDay === plan?.sinceDay ? undefined : draft.sinceDay
  if (since && since > daysLater(await todayIn(ctx, companyId), maxPlanDaysAhead))
    throw invalidField('since_day', 'too_far_ahead', { days: maxPlanDaysAhead })
  const about = (id: number) => ({ type: 'MaintenancePlan', id, companyId }) as const
  if (!plan) {
    // Two at once count each other.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${companyId}, hashtext('maintenance_plans'))`)
    const [{ held } = { held: 0 }] = await ctx.db.select({ held: count() }).from(plans).where(ofVehicle(vehicle))
    if (held >= maxPlans) throw invalidField('name', 'too_many', { maximum: maxPlans })
    const day = draft.sinceDay ?? (await todayIn(ctx, companyId))
    const [made] = await ctx.db
      .insert(plans)
      .values({ ...draft, sinceDay: day, companyId, vehicleId })
      .returning()
    if (!made) throw new Error('An insert returns its row')
    await audit(ctx, 'entry.created', about(made.id))
  } else {
    const archivedAt = isPutAway === undefined ? plan.archivedAt : isPutAway ? ctx.now : null
    await reviseStored(ctx, plans, plan, { ...draft, archivedAt }, { expected: revision, present })
    const action = isPutAway === undefined ? 'entry.updated' : isPutAway ? 'entry.archived' : 'entry.restored'
    await audit(ctx, action, about(plan.id))
  }
  await recomputePlans(ctx, vehicle)
}
