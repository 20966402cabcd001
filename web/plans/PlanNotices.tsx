/** What is said about a plan that has ended, and about one that ends soon. The warning can be put away until the browser is closed. */
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysRemaining } from '#shared/plans/logic.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import type { SessionUser } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './PlanNotices.module.css'

const key = 'tend_plan_warning_read'

type Plan = NonNullable<SessionUser['plan']>

/** What goes on regardless, and the way to another plan. */
export function PlanEnded({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const format = useFormat()
  const canChoose = useAbility()('select', 'CompanyPlan')
  const date = plan.end_date ? format.date(plan.end_date) : ''
  return (
    <div className={styles.place}>
      <Notice kind="stop">
        <strong>{t('plans.ended.title', { date })}</strong>
        <div>{t('plans.ended.text')}</div>
        {canChoose ? (
          <PathLink href="/pages/pricing" className={styles.link}>
            {plan.selected_plan_id === null ? t('plans.choose') : t('plans.ended.chosen')}
          </PathLink>
        ) : (
          t('plans.ended.askManager')
        )}
      </Notice>
    </div>
  )
}

/** How long it still lasts. */
export function PlanEndsSoon({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [wasRead, setRead] = useState(() => sessionStorage.getItem(key) === String(plan.id))
  if (wasRead) return null
  const days = daysRemaining(plan, new Date())
  const date = plan.end_date ? format.date(plan.end_date) : ''

  function close() {
    sessionStorage.setItem(key, String(plan.id))
    setRead(true)
  }

  return (
    <div className={styles.place}>
      <Notice kind="attention">
        <div className={styles.notice}>
          <div>
            {plan.end_date === null
              ? t('plans.soon.openTrial')
              : t(plan.is_trial ? 'plans.soon.trial' : 'plans.soon.plan', { count: days, date })}{' '}
            <PathLink href="/pages/pricing" className={styles.link}>
              {plan.selected_plan_id === null ? t('plans.choose') : t('plans.see')}
            </PathLink>
          </div>
          <ActionIcon className={styles.close} aria-label={t('common.close')} onClick={close}>
            <IconX size={20} />
          </ActionIcon>
        </div>
      </Notice>
    </div>
  )
}
