import { useTranslation } from 'react-i18next'
import type { PrevalenceOfMeasure, ReportData } from '#shared/reports/data.ts'
import { FigureTable } from '../../ui/figures/FigureTable.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { useReportFormatter } from '../useReportWords.ts'
import { Part, Scroll } from './Part.tsx'
import styles from './Prevalence.module.css'
import report from './Report.module.css'

type Herd = PrevalenceOfMeasure['herds'][number]
type Props = { measures: PrevalenceOfMeasure[]; forms: ReportData['forms'] }

/** The share of affected animals of each herd that was looked at, and how sure it is; every scale by itself. */
export const PrevalencePart = (props: Props) => (
  <Part part="prevalence">
    <PrevalenceTables {...props} />
  </Part>
)

/** The same without a heading of its own. */
export function PrevalenceTables({ measures, forms }: Props) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const { formats } = words
  const share = (value: number) => formats.percent(value / 100, 1)
  return (
    <>
      {measures.map(one => (
        <div className={report.frame} key={`${one.form_id} ${one.measure_id} ${one.scale.version}`}>
          <h3>{words.read(one.label, one.default_language)}</h3>
          <p className={report.line}>
            {forms.length > 1 && `${words.read(forms.find(({ id }) => id === one.form_id)?.name)} · `}
            {t('reports.scale', {
              question: words.read(one.scale.question, one.default_language),
              grade: formats.number(one.scale.at_least),
              version: formats.number(one.scale.version),
            })}
          </p>
          <Scroll label={words.read(one.label, one.default_language)}>
            <FigureTable
              rows={one.herds}
              keyOf={({ submission_id }) => submission_id}
              columns={[
                {
                  key: 'herd',
                  title: t('reports.herd'),
                  cell: herd => (
                    <>
                      <PathLink href={`/submission/view/${herd.submission_id}`} className={report.link}>
                        {herd.subjects.length > 0 ? (
                          <bdi>{formats.list(herd.subjects.map(({ name }) => name))}</bdi>
                        ) : (
                          t('reports.none')
                        )}
                      </PathLink>{' '}
                      <LocalTime value={herd.completed_at} as="date" />
                    </>
                  ),
                },
                ...(['population', 'counted', 'affected'] as const).map(key => ({
                  key,
                  title: t(`reports.${key}`),
                  cell: ({ [key]: count }: Herd) => (count === null ? '–' : formats.number(count)),
                  numeric: true,
                })),
                { key: 'share', title: t('reports.share'), cell: herd => words.percent(herd.percent), numeric: true },
                {
                  key: 'interval',
                  title: t('reports.interval'),
                  className: styles.picture,
                  cell: ({ interval, percent, no_interval }) =>
                    interval ? (
                      <>
                        {t('reports.intervalSaid', { low: share(interval.low), high: share(interval.high) })}
                        <Spread {...interval} at={percent ?? 0} />
                      </>
                    ) : (
                      no_interval && t(`reports.noInterval.${no_interval}`)
                    ),
                },
              ]}
            />
          </Scroll>
        </div>
      ))}
    </>
  )
}

/** The interval on a line from nothing to all, with a mark at what was seen. */
function Spread({ low, high, at }: { low: number; high: number; at: number }) {
  return (
    <span className={styles.line} aria-hidden>
      <span
        className={styles.interval}
        style={{ insetInlineStart: `${low}%`, inlineSize: `${Math.max(1, high - low)}%` }}
      />
      <span className={styles.mark} style={{ insetInlineStart: `${at}%` }} />
    </span>
  )
}
