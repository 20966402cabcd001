import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Plan } from '#shared/companies/plans.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { useCompany } from '../shell/company.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { usePlanWords } from './PlanState.tsx'
import styles from './Pricing.module.css'

/** The price list, in the company's currency. Choosing records the wish; the platform's admins open the plan. */
export function PricingPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = useAbility()
  const user = useUser()
  const current = user?.plan ?? null
  const offers = useQuery(api.plans.offers.query())
  const choosing = useMutation({
    mutationFn: ({ id }: Plan) =>
      api.plans.select({ id: user?.company_id ?? 0, company_plan_id: current?.id ?? 0, selected_plan_id: id }),
    onSuccess: async (_, plan) => {
      await refreshUser().catch(() => undefined)
      navigate({ to: '/pages/pricing/thanks', search: { plan: plan.id } })
    },
    // Said in place, below.
    onError: () => undefined,
  })
  const shown = offers.data?.filter(plan => plan.is_offered && !plan.archived_at && !plan.is_trial)
  const canChoose = can('select', 'CompanyPlan') && current !== null && user?.company_id != null

  return (
    <>
      <PageHeader title={t('plans.pricing')}>{t('plans.pricingText')}</PageHeader>
      {choosing.error && (
        <Notice kind="stop">
          <ProblemText error={choosing.error} />
        </Notice>
      )}
      {offers.error && <ErrorState error={offers.error} onRetry={offers.refetch} />}
      {offers.isPending && <Skeleton height={320} />}
      {shown?.length === 0 && (
        <EmptyState drawing={<ClipboardDrawing />} title={t('plans.noOffers')} text={t('plans.noOffersText')} />
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.offers}>
          {shown.map(plan => (
            <li key={plan.id}>
              <Offer
                plan={plan}
                isChosen={current?.selected_plan_id === plan.id}
                isPresent={current?.plan_id === plan.id}
                // What never ends need not be chosen again.
                {...(canChoose &&
                  (current.plan_id !== plan.id || current.end_date !== null) && {
                    onChoose: () => choosing.mutate(plan),
                    isBusy: choosing.isPending && choosing.variables.id === plan.id,
                  })}
              />
            </li>
          ))}
        </ul>
      )}
      {!canChoose && (
        <p className={styles.note}>{can('select', 'CompanyPlan') ? t('plans.noPlan') : t('plans.managersChoose')}</p>
      )}
    </>
  )
}

type OfferProps = { plan: Plan; isChosen: boolean; isPresent: boolean; onChoose?: () => void; isBusy?: boolean }

function Offer({ plan, isChosen, isPresent, onChoose, isBusy }: OfferProps) {
  const { t } = useTranslation()
  const words = usePlanWords()
  const price = planPrice(plan, useCompany()?.currency)
  return (
    <article
      className={styles.offer}
      data-chosen={isChosen || undefined}
      aria-current={isPresent || undefined}
      aria-labelledby={`plan-${plan.id}`}
    >
      <h2 id={`plan-${plan.id}`} className={styles.name}>
        <ContentText text={plan.name} />
        {isPresent && <StatusBadge status="info">{t('plans.current')}</StatusBadge>}
      </h2>
      <p className={styles.price}>
        <span className={styles.amount}>{price ? words.price(price.value, price.currency) : t('plans.onRequest')}</span>
        {price && <span>{t(`plans.periods.${plan.period}`)}</span>}
      </p>
      <p className={styles.description}>
        <ContentText text={plan.description} />
      </p>
      <ul className={styles.limits}>
        {words.limits(plan.limits).map(limit => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      <div className={styles.act}>
        {isChosen && <StatusBadge status="ok">{t('plans.isChosen')}</StatusBadge>}
        {onChoose && !isChosen && (
          <Button fullWidth variant="default" loading={isBusy ?? false} onClick={onChoose}>
            {t('plans.chooseThis')}
          </Button>
        )}
      </div>
    </article>
  )
}

/** The price of an offer in the company's currency, in euro where that is missing, or null where it has none. */
function planPrice({ prices }: Pick<Plan, 'prices'>, currency: string | undefined) {
  const shown = [currency, 'EUR'].find(code => code !== undefined && prices[code] !== undefined)
  const value = shown === undefined ? undefined : prices[shown]
  return shown === undefined || value === undefined ? null : { value, currency: shown }
}
