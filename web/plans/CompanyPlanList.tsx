import { Button, Group, Progress, Skeleton } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LimitedThing, limitedThings } from '#shared/companies/planRules.ts'
import type { CompanyPlan } from '#shared/companies/plans.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pages } from '../ui/list/ListFooter.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { CompanyPlanForm } from './CompanyPlanForm.tsx'
import styles from './CompanyPlans.module.css'
import { PlanState, usePlanWords } from './PlanState.tsx'

/** A company's plans, the latest first; admins change and remove rows here. */
export function CompanyPlanList({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = usePlanWords()
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<CompanyPlan>()
  const rows = useQuery({
    ...api.plans.list.query({ id: companyId, page, per_page: 10 }),
    placeholderData: keepPreviousData,
  })
  const onSettled = () => {
    queries.invalidateQueries({ queryKey: api.plans.key })
    queries.invalidateQueries({ queryKey: api.companies.key })
  }
  const restoring = useMutation({
    mutationFn: ({ id }: CompanyPlan) => api.plans.restore({ id: companyId, company_plan_id: id }),
    onSettled,
  })
  const removing = useMutation({
    mutationFn: ({ id }: CompanyPlan) => api.plans.remove({ id: companyId, company_plan_id: id }),
    onSuccess: (_, row) => tellUndo(t('plans.rowRemoved'), t('common.undo'), () => restoring.mutate(row)),
    onSettled,
  })
  if (rows.error && !rows.data) return <ErrorState error={rows.error} onRetry={rows.refetch} />
  if (!rows.data) return <Skeleton height={120} />
  if (rows.data.data.length === 0) return <p className={styles.dimmed}>{t('plans.noHistory')}</p>
  return (
    <>
      <ul className={styles.rows}>
        {rows.data.data.map(row => (
          <li key={row.id} className={styles.row}>
            <div className={styles.what}>
              <div className={styles.name}>
                <ContentText text={row.name} />
              </div>
              <div className={styles.dimmed}>
                {row.end_date
                  ? t('plans.fromTo', { from: format.date(row.start_date), to: format.date(row.end_date) })
                  : t('plans.from', { from: format.date(row.start_date) })}
                {row.price !== null && ` · ${words.price(row.price, row.currency)}`}
              </div>
            </div>
            <PlanState isCurrent={row.is_current} isExpired={row.is_expired} isTrial={row.is_trial} />
            <Group gap="xs">
              <Can I="update" a="CompanyPlan">
                <Button size="sm" variant="default" onClick={() => setEdited(row)}>
                  {t('common.edit')}
                </Button>
              </Can>
              <Can I="delete" a="CompanyPlan">
                <Button size="sm" variant="default" onClick={() => removing.mutate(row)}>
                  {t('common.archive')}
                </Button>
              </Can>
            </Group>
          </li>
        ))}
      </ul>
      <Pages mt="md" total={rows.data.meta.last_page} value={page} onChange={setPage} />
      {edited && (
        <CompanyPlanForm companyId={companyId} row={edited} onClosed={() => setEdited(undefined)} onSaved={onSettled} />
      )}
    </>
  )
}

/** From this share on, the meter says that the limit is near. */
const near = 0.8

/** How much of each limit is used: seen before it is reached. */
export function UsageMeters({ companyId }: { companyId: number }) {
  const { data, error, refetch } = useQuery(api.plans.usage.query({ id: companyId }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <ul className={styles.meters} aria-busy={!data}>
      {limitedThings.map(thing => (
        <li key={thing}>{data ? <Meter thing={thing} {...data[thing]} /> : <Skeleton height={56} />}</li>
      ))}
    </ul>
  )
}

function Meter({ thing, used, limit }: { thing: LimitedThing; used: number; limit: number | null }) {
  const { t } = useTranslation()
  const { amount } = usePlanWords()
  const share = limit === null ? 0 : limit === 0 ? 1 : used / limit
  const isFull = limit !== null && used >= limit
  const isNear = !isFull && share >= near
  const name = t(`plans.things.${thing}`)
  const said =
    limit === null
      ? t('plans.usedOfAny', { used: amount(thing, used) })
      : t('plans.usedOf', { used: amount(thing, used), limit: amount(thing, limit) })
  return (
    <>
      <div className={styles.head}>
        <span className={styles.usageMetersName}>{name}</span>
        <span className={styles.figure}>{said}</span>
      </div>
      {limit !== null && (
        <Progress
          value={Math.min(100, share * 100)}
          size="md"
          aria-label={`${name}: ${said}`}
          color={isFull ? 'var(--tend-stop)' : isNear ? 'var(--tend-attention)' : 'var(--tend-ok)'}
        />
      )}
      {(isFull || isNear) && (
        <div className={styles.state}>
          <StatusBadge status={isFull ? 'stop' : 'attention'}>
            {isFull ? t('plans.full') : t('plans.nearlyFull')}
          </StatusBadge>
          <PathLink href="/pages/pricing">{t('plans.see')}</PathLink>
        </div>
      )}
    </>
  )
}
