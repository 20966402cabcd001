import { Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type LimitedThing, limitedThings } from '#shared/companies/planRules.ts'
import { api } from '../api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './UsageMeters.module.css'
import { usePlanWords } from './usePlanWords.ts'

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
        <span className={styles.name}>{name}</span>
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
