import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { daysRemaining } from '#shared/companies/planRules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { type SessionUser, useUser } from '../lib/session/session.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { CompanyPlanList, UsageMeters } from './CompanyPlanList.tsx'
import styles from './CompanyPlans.module.css'
import { PlanState } from './PlanState.tsx'

/** What the company has, how much of it is used, and what it had before. */
export function CompanyPlansPage() {
  const { t } = useTranslation()
  const user = useUser()
  const id = user?.company_id
  if (!user || !id) return <NoCompany title={t('plans.title')} />
  return (
    <>
      <PageHeader
        title={t('plans.title')}
        {...(user.sells_plans && {
          actions: (
            <Button component={Link} to="/pages/pricing">
              {t('plans.see')}
            </Button>
          ),
        })}
      />
      <section className={styles.section} aria-labelledby="current-plan">
        <h2 id="current-plan" className={styles.heading}>
          {t('plans.current')}
        </h2>
        {user.plan ? <CurrentPlan plan={user.plan} /> : <p>{t('plans.noPlan')}</p>}
      </section>
      <section className={styles.section} aria-labelledby="usage">
        <h2 id="usage" className={styles.heading}>
          {t('plans.usage')}
        </h2>
        <UsageMeters companyId={id} />
      </section>
      <section className={styles.section} aria-labelledby="plan-history">
        <h2 id="plan-history" className={styles.heading}>
          {t('plans.history')}
        </h2>
        <CompanyPlanList companyId={id} />
      </section>
    </>
  )
}

function CurrentPlan({ plan }: { plan: NonNullable<SessionUser['plan']> }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const offers = useQuery(api.plans.offers.query())
  const wish = offers.data?.find(offer => offer.id === plan.selected_plan_id)
  const days = daysRemaining(plan, new Date())
  return (
    <FieldList
      fields={[
        { label: t('plans.name'), value: <ContentText text={plan.name} /> },
        { label: t('plans.state'), value: <PlanState isExpired={plan.is_expired} isCurrent isTrial={plan.is_trial} /> },
        {
          label: t('plans.endDate'),
          value: plan.end_date
            ? plan.is_expired
              ? format.date(plan.end_date)
              : t('plans.endsIn', { count: days, date: format.date(plan.end_date) })
            : t('plans.noEnd'),
        },
        {
          label: t('plans.wish'),
          value: wish && t('plans.wishNoted', { plan: textIn(wish.name, toLocale(i18n.language), 'en').text }),
        },
      ]}
    />
  )
}
