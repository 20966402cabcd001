import { hearsOfPlanEnd } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Resources that a plan limits, in the order in which they are shown. */
export const limitedThings = ['users', 'animals', 'forms', 'storage'] as const
export type LimitedThing = (typeof limitedThings)[number]

/** Periods that a price covers. */
export const planPeriods = ['month', 'year'] as const

/** Days before the end from which a plan ends soon (specification, sections 4 and 9). */
const soon = 7
const day = 24 * 3600_000

/** The part of a company's plan that decides when it ends. */
type PlanEnd = {
  is_trial: boolean
  selected_plan_id: number | null
  end_date: string | null
  ends_at?: string | null
}

/**
 * Tells whether to warn of the end (specification, section 4): a manager, of a trial without a chosen plan, or of a
 * plan with fewer than 7 days left, rounded up.
 */
export function showPlanExpiresSoon({ role_id, plan }: { role_id: number; plan: PlanEnd | null }, now: Date): boolean {
  if (!hearsOfPlanEnd({ role_id }) || !plan) return false
  if (plan.is_trial && plan.selected_plan_id === null) return true
  return plan.end_date !== null && daysRemaining(plan, now) < soon
}

/** Whole days until the end, rounded up: 0 or less after it, Infinity without an end. */
export function daysRemaining(plan: Pick<PlanEnd, 'end_date' | 'ends_at'>, now: Date): number {
  const end = plan.ends_at ?? plan.end_date
  return end ? Math.ceil((new Date(end).getTime() - now.getTime()) / day) : Number.POSITIVE_INFINITY
}

/** Managers read and choose plans; administrators open and change rows. */
export const planRules: Rules = (allow, actor) => {
  if (actor.isCompanyManager) allow(['read', 'select'], 'CompanyPlan', { companyId: actor.companyId })
}
