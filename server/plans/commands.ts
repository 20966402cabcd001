/** What other features do with plans: start the trial of a new company, and keep within the limits. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { type LimitedThing, limitedThings } from '#shared/plans/rules.ts'
import type { CompanyRow } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { openCompanyPlan } from './companyPlans.ts'
import { findLimits } from './queries.ts'
import { usage } from './questions.ts'
import { plans } from './table.ts'

/** A new company begins with the first of the offers for trials; without one it has no plan, and so no limits. */
export async function startTrial(ctx: Context, company: CompanyRow): Promise<void> {
  const [trial] = await ctx.db
    .select()
    .from(plans)
    .where(and(eq(plans.isTrial, true), isNull(plans.archivedAt)))
    .orderBy(asc(plans.position), asc(plans.id))
    .limit(1)
  if (trial) await openCompanyPlan(ctx, company, trial, {})
}

/** Any fixed number: the locks of limits, one for each company and thing. */
const lockFamily = 5_120_000

/**
 * Throws `plan_limit_reached`, naming the limit, where the company's plan has no room for `more`. Whoever asks for the same company waits
 * until this transaction has ended, so that two at once cannot both take the last place.
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

/** How much of a limited thing a company has. */
export const usedOf = async (db: Database, companyId: number, thing: LimitedThing): Promise<number> =>
  (await usage.query(db, { companyId, thing })).reduce((sum, used) => sum + used, 0)

/** How much more the plan has room for, once nobody else is taking it. */
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
