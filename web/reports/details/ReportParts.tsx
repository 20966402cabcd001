import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/reports/contract.ts'
import type { PhotosPart as Photos, ReportData } from '#shared/reports/data.ts'
import { registry } from '#shared/subjects/registry.ts'
import { FigureTable } from '../../ui/figures/FigureTable.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { useReportFormatter } from '../useReportWords.ts'
import { ComparisonPart, DistributionPart, HeatMapPart } from './AnswerParts.tsx'
import { Behind, Part, Scroll } from './Part.tsx'
import { PrevalencePart } from './PrevalencePart.tsx'
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
  const { formats, percent } = useReportFormatter()
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

const states = ['ok', 'attention', 'stop', 'unknown'] as const

type Register = NonNullable<ReportData['registers']>[number]

/** How many rows of each register are in which state now; each number leads to them. */
function RegistersPart({ registers }: { registers: Register[] }) {
  const { t } = useTranslation()
  const { formats } = useReportFormatter()
  return (
    <Part part="registers">
      <div className={styles.frame}>
        <Scroll label={t('reports.partNames.registers')}>
          <FigureTable
            rows={registers}
            keyOf={({ type }) => type}
            columns={[
              { key: 'type', title: t('reports.register'), cell: ({ type }) => t(`reports.registers.${type}`) },
              ...states.map(state => ({
                key: state,
                title: t(`reports.states.${state}`),
                cell: ({ type, [state]: count }: Register) =>
                  state === 'unknown' ? (
                    formats.number(count)
                  ) : (
                    <PathLink href={`${registry[type].list}?status=${state}`} className={styles.link}>
                      {formats.number(count)}
                    </PathLink>
                  ),
                numeric: true,
              })),
              {
                key: 'total',
                title: t('reports.total'),
                cell: ({ type, total }) => (
                  <PathLink href={registry[type].list} className={styles.link}>
                    {formats.number(total)}
                  </PathLink>
                ),
                numeric: true,
              },
            ]}
          />
        </Scroll>
      </div>
    </Part>
  )
}

/** The newest photos, each with what it is about and when; each leads to its submission. */
function PhotosPart({ photos: { photos, total } }: { photos: Photos }) {
  const { t } = useTranslation()
  const { formats, read } = useReportFormatter()
  return (
    <Part part="photos">
      <p className={styles.line}>
        {t('reports.morePhotos', { shown: formats.number(photos.length), total: formats.number(total) })}
      </p>
      <ul className={styles.photos}>
        {photos.map(photo => {
          const name = formats.list(photo.subjects) || read(photo.form_name)
          const date = formats.dateTime(photo.completed_at)
          return (
            <li key={photo.id}>
              <PathLink href={`/submission/view/${photo.submission_id}`} className={styles.photo}>
                <img
                  src={`/storage/${photo.preview_path ?? photo.path}`}
                  alt={t('reports.photoOf', { name, date })}
                  width={photo.width ?? 320}
                  height={photo.height ?? 240}
                  loading="lazy"
                  decoding="async"
                />
                {photo.caption && <bdi>{photo.caption}</bdi>}
                <bdi>{name}</bdi>
                <small>{date}</small>
              </PathLink>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
