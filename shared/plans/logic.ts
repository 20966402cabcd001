import { hearsOfPlanEnd } from '../lib/roles.ts'
import type { CurrentPlan } from './currentPlan.ts'

/** Days before the end from which a plan is said to end soon (specification, sections 4 and 9). */
export const soon = 7
const day = 24 * 3600_000

type PlanEnd = Pick<CurrentPlan, 'is_trial' | 'selected_plan_id' | 'end_date'> & { ends_at?: string | null }

/**
 * Whether to warn that the plan ends (specification, section 4): a manager, of a trial for which no plan was chosen, or of a plan of
 * which fewer than 7 days remain, rounded up.
 */
export function showPlanExpiresSoon({ role_id, plan }: { role_id: number; plan: PlanEnd | null }, now: Date): boolean {
  if (!hearsOfPlanEnd({ role_id }) || !plan) return false
  if (plan.is_trial && plan.selected_plan_id === null) return true
  return plan.end_date !== null && daysRemaining(plan, now) < soon
}

/** Whole days until the plan ends, rounded up; none left is 0 or less, and without an end it is Infinity. */
export function daysRemaining(plan: Pick<PlanEnd, 'end_date' | 'ends_at'>, now: Date): number {
  const end = plan.ends_at ?? plan.end_date
  return end ? Math.ceil((new Date(end).getTime() - now.getTime()) / day) : Number.POSITIVE_INFINITY
}
