import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseReading } from '#shared/cases/contract.ts'
import { useFormat } from '../lib/format.ts'
import styles from './CasePage.module.css'

/** Who read or did what, by the day. */
export function CaseLog({ log }: { log: CaseReading[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('cases.log')}
      </h2>
      <ol className={styles.logged} aria-label={t('cases.log')}>
        {log.map(({ user, what, on_day, times }) => (
          <li key={`${user.id} ${what} ${on_day}`}>
            {format.date(on_day)} · <bdi>{user.name}</bdi> · {t(`cases.did.${what}`)}
            {times > 1 && ` · ${t('cases.times', { number: format.number(times) })}`}
          </li>
        ))}
      </ol>
    </section>
  )
}
