import { showPlanExpiresSoon } from '#shared/plans/logic.ts'
import { useUser } from '../lib/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'

const PlanEnded = lazyPart(() => import('./PlanNotices.tsx').then(part => part.PlanEnded))
const PlanEndsSoon = lazyPart(() => import('./PlanNotices.tsx').then(part => part.PlanEndsSoon))

/** Says above every screen that the plan has ended, or that it ends soon, exactly when the specification's section 4 wants it. */
export function PlanBanner() {
  const user = useUser()
  if (!user?.plan) return null
  if (user.plan.is_expired) return <PlanEnded plan={user.plan} />
  return showPlanExpiresSoon(user, new Date()) ? <PlanEndsSoon plan={user.plan} /> : null
}
