import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/reports/contract.ts'
import type { ReportData } from '#shared/reports/data.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useReportWords } from '../useReportWords.ts'
import { Behind } from './Behind.tsx'
import { ComparisonPart } from './ComparisonPart.tsx'
import { DistributionPart } from './DistributionPart.tsx'
import { HeatMapPart } from './HeatMapPart.tsx'
import { PhotosPart } from './PhotosPart.tsx'
import { PrevalencePart } from './PrevalencePart.tsx'
import { RegistersPart } from './RegistersPart.tsx'
import styles from './Report.module.css'
import { CompletionPart, FindingsPart } from './TaskParts.tsx'
import { TrendPart } from './TrendPart.tsx'

/** The numbers of the whole period, and the parts that the report has. */
export function ReportParts({ report, data }: { report: Report; data: ReportData }) {
  const { t } = useTranslation()
  const { trend, comparison, prevalence, heat_map, distribution, findings, completion, registers, photos } = data
  return (
    <div className={styles.chart}>
      {(!data.is_everything || data.is_anonymous || data.totals.submissions === 0) && (
        <div className={styles.notices}>
          {!data.is_everything && <Notice kind="info">{t('reports.ownOnly')}</Notice>}
          {data.is_anonymous && <Notice kind="info">{t('reports.anonymous')}</Notice>}
          {data.totals.submissions === 0 && <Notice kind="info">{t('reports.nothing')}</Notice>}
        </div>
      )}
      <Numbers data={data} />
      {trend && data.totals.submissions > 0 && <TrendPart trend={trend} />}
      {comparison && comparison.groups.length > 0 && (
        <ComparisonPart comparison={comparison} grouping={report.group_by} />
      )}
      {prevalence && prevalence.length > 0 && <PrevalencePart measures={prevalence} forms={data.forms} />}
      {heat_map && heat_map.length > 0 && trend !== undefined && <HeatMapPart rows={heat_map} data={data} />}
      {distribution && distribution.length > 0 && <DistributionPart questions={distribution} forms={data.forms} />}
      {findings && <FindingsPart findings={findings} />}
      {completion && <CompletionPart completion={completion} />}
      {registers && registers.length > 0 && <RegistersPart registers={registers} />}
      {photos && photos.total > 0 && <PhotosPart photos={photos} />}
    </div>
  )
}

function Numbers({ data: { totals, before } }: { data: ReportData }) {
  const { t } = useTranslation()
  const { formats, percent } = useReportWords()
  return (
    <dl className={styles.numbers}>
      <div className={styles.number}>
        <dt>{t('reports.submissions')}</dt>
        <dd>
          <Behind slice={{}}>{formats.number(totals.submissions)}</Behind>
          <small>{t('reports.before', { value: formats.number(before.submissions) })}</small>
        </dd>
      </div>
      {totals.scored > 0 && (
        <div className={styles.number}>
          <dt>{t('reports.average')}</dt>
          <dd>
            {percent(totals.average)}
            {before.average !== null && <small>{t('reports.before', { value: percent(before.average) })}</small>}
          </dd>
        </div>
      )}
      {(['good', 'attention', 'act'] as const).map(band => (
        <div key={band} className={styles.number}>
          <dt>{t(`submissions.pdf.${band}`)}</dt>
          <dd>
            <Behind slice={{ band }}>{formats.number(totals[band])}</Behind>
            <small>{t('reports.before', { value: formats.number(before[band]) })}</small>
          </dd>
        </div>
      ))}
      <div className={styles.number}>
        <dt>{t('reports.critical')}</dt>
        <dd>
          <Behind slice={{ critical: true }}>{formats.number(totals.critical)}</Behind>
          <small>{t('reports.before', { value: formats.number(before.critical) })}</small>
        </dd>
      </div>
    </dl>
  )
}
