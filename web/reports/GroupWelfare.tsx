import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PrevalenceOfMeasure } from '#shared/reports/data.ts'
import { api } from '../api.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { LineFigure } from '../ui/figures/LineFigure.tsx'
import log from '../ui/log/Log.module.css'
import styles from './details/Prevalence.module.css'
import { PrevalenceTables } from './details/PrevalencePart.tsx'
import { useReportFormatter } from './useReportWords.ts'

/** The scores of a group and the share of affected animals by each measure over the last year, visit by visit, with how sure it is. */
export function GroupWelfare({ groupId }: { groupId: number }) {
  const { t } = useTranslation()
  const { formats, read, percent } = useReportFormatter()
  const { data } = useQuery(api.reports.welfare.query({ id: groupId }))
  if (!data) return null
  const scores = (data.trend ?? []).flatMap(({ to, average }) =>
    average === null ? [] : [{ day: to, value: average }],
  )
  const measures = data.prevalence ?? []
  return (
    <section aria-labelledby="group-welfare" className={log.section}>
      <h2 id="group-welfare" className={log.heading}>
        {t('animalGroups.welfare.title')}
      </h2>
      <p className={log.quiet}>
        {data.totals.submissions === 0
          ? t('animalGroups.welfare.none')
          : t('animalGroups.welfare.period', { number: formats.number(data.totals.submissions) })}{' '}
        {!data.is_everything && t('animalGroups.welfare.own')}
      </p>
      <div className={styles.figures}>
        {scores.length > 1 && (
          <div className={styles.figure}>
            <LineFigure label={t('reports.average')} points={scores} write={percent} />
          </div>
        )}
        {measures.map(one => (
          <Share
            key={`${one.form_id} ${one.measure_id} ${one.scale.version}`}
            measure={one}
            label={t('animalGroups.welfare.shareOf', { measure: read(one.label, one.default_language) })}
          />
        ))}
      </div>
      {measures.length > 0 && (
        <details className={styles.tables}>
          <summary>{t('animalGroups.welfare.visits')}</summary>
          <PrevalenceTables measures={measures} forms={data.forms} />
        </details>
      )}
    </section>
  )
}

/** The share over time, of the last look on each day, and what the latest says of the whole herd. */
function Share({ measure, label }: { measure: PrevalenceOfMeasure; label: string }) {
  const format = useCompanyFormat()
  const { t } = useTranslation()
  const { percent } = useReportFormatter()
  const [latest] = measure.herds
  const points = new Map(
    measure.herds
      .toReversed()
      .flatMap(({ completed_at, percent: value }) =>
        value === null ? [] : [[format.dayOf(completed_at), value] as const],
      ),
  )
  if (points.size < 2 || !latest) return null
  const { interval, no_interval } = latest
  return (
    <div className={styles.figure}>
      <LineFigure label={label} points={[...points].map(([day, value]) => ({ day, value }))} write={percent} />
      <p className={log.quiet}>
        {format.date(latest.completed_at)}: {percent(latest.percent)}
        {interval &&
          ` · ${t('reports.interval')}${t('common.colon')} ${t('reports.intervalSaid', { low: percent(interval.low), high: percent(interval.high) })}`}
        {no_interval && ` · ${t(`reports.noInterval.${no_interval}`)}`}
      </p>
    </div>
  )
}
