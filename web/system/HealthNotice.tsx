import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AreaHealth } from '#shared/system/health.ts'
import { api } from '../api.ts'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Health.module.css'

/** The sentence that says what to do. */
export const adviceOf = (t: TFunction, { area, advice }: AreaHealth) =>
  t(`system.advice.${area}.${advice}` as 'system.advice.email.ok')

/** Says on the admins' home that something of this tend failed; silent while all is well or only wants attention. */
export function HealthNotice() {
  const { t } = useTranslation()
  const { data } = useQuery(api.health.get.query({}))
  const failed = data?.areas.filter(({ light }) => light === 'failed') ?? []
  if (failed.length === 0) return null
  return (
    <div className={styles.notice}>
      <Notice kind="stop">
        {t('system.notice')} {failed.map(area => adviceOf(t, area)).join(' ')}{' '}
        <PathLink href="/system">{t('system.open')}</PathLink>
      </Notice>
    </div>
  )
}
