import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { identities } from '#shared/cases/rules.ts'
import { api } from '../api.ts'
import { useToday } from '../companies/queries.ts'
import { useFormat } from '../lib/format.ts'
import styles from './CaseFigures.module.css'

/** Cases of this year in figures, none of them about fewer than five people. */
export function CaseFigures() {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const year = Number(useToday().slice(0, 4))
  const { data } = useQuery(api.cases.report.query({ year }))
  if (!data) return null
  const said = (count: number | null) => (count === null ? t('cases.figures.few') : format.number(count))
  const total = [t('cases.figures.total'), data.total] as const
  // Of fewer than five nothing else is told either.
  const figures =
    data.total === null
      ? [total]
      : ([
          total,
          [t('cases.figures.acknowledged'), data.acknowledged_in_time],
          [t('cases.figures.answered'), data.answered_in_time],
          [t('cases.figures.returned'), data.returned],
          ...identities.map(one => [t(`cases.identities.${one}`), data.by_identity[one]] as const),
        ] as const)
  return (
    <section className={styles.figures} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('cases.figures.title', { year: String(year) })}
      </h2>
      <dl className={styles.list}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{said(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.help}>{t('cases.figures.help')}</p>
    </section>
  )
}
