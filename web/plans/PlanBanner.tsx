import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { daysRemaining, showPlanExpiresSoon } from '#shared/companies/planRules.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { type SessionUser, useUser } from '../lib/session/session.ts'
import notice from '../ui/Notice.module.css'
import { PathLink } from '../ui/PathLink.tsx'
import { ClosableNotice, PageNotice, useDismissed } from '../ui/page/PageNotice.tsx'

/**
 * Says above every screen that the plan has ended, or that it ends soon, exactly when the specification's section 4
 * wants it.
 */
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

// Warns of a plan that has ended or ends soon. The warning can be dismissed until the browser is closed.

type Plan = NonNullable<SessionUser['plan']>

/** Says what still works after the plan has ended, and leads to another plan. */
function PlanEnded({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const format = useFormat()
  const canChoose = useAbility()('select', 'CompanyPlan')
  const date = plan.end_date ? format.date(plan.end_date) : ''
  return (
    <PageNotice kind="stop">
      <strong>{t('plans.ended.title', { date })}</strong>
      <div>{t('plans.ended.text')}</div>
      {canChoose ? (
        <PathLink href="/pages/pricing" className={notice.link}>
          {plan.selected_plan_id === null ? t('plans.choose') : t('plans.ended.chosen')}
        </PathLink>
      ) : (
        t('plans.ended.askManager')
      )}
    </PageNotice>
  )
}

/** How long it still lasts. */
function PlanEndsSoon({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [wasRead, close] = useDismissed('tend_plan_warning_read', String(plan.id))
  if (wasRead) return null
  const days = daysRemaining(plan, new Date())
  const date = plan.end_date ? format.date(plan.end_date) : ''
  return (
    <ClosableNotice kind="attention" onClose={close}>
      {plan.end_date === null
        ? t('plans.soon.openTrial')
        : t(plan.is_trial ? 'plans.soon.trial' : 'plans.soon.plan', { count: days, date })}{' '}
      <PathLink href="/pages/pricing" className={notice.link}>
        {plan.selected_plan_id === null ? t('plans.choose') : t('plans.see')}
      </PathLink>
    </ClosableNotice>
  )
}
