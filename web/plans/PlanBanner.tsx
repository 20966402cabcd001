import { useRouterState } from '@tanstack/react-router'
import { showPlanExpiresSoon } from '#shared/companies/planRules.ts'
import { useUser } from '../lib/session/session.ts'
import { PlanEnded, PlanEndsSoon } from './PlanNotices.tsx'

/** Says above every screen that the plan has ended, or that it ends soon, exactly when the specification's section 4 wants it. */
export function PlanBanner() {
  const user = useUser()
  // While a company is set up, and where plans are chosen, it would only say what is known.
  const isInTheWay = useRouterState({
    select: state => /^\/(company\/setup|pages\/pricing)/.test(state.location.pathname),
  })
  if (!user?.plan) return null
  if (user.plan.is_expired) return <PlanEnded plan={user.plan} />
  return !isInTheWay && showPlanExpiresSoon(user, new Date()) ? <PlanEndsSoon plan={user.plan} /> : null
}
