import { useTranslation } from 'react-i18next'
import { maxDigits } from '#shared/lib/numbers.ts'
import type { Distribution, HeatRow, ReportData } from '#shared/reports/data.ts'
import { digitsBetween, unitOf } from '#shared/reports/formatter.ts'
import { bucketsOf } from '#shared/reports/period.ts'
import type { ReportGrouping } from '#shared/reports/rules.ts'
import { registry } from '#shared/subjects/registry.ts'
import { FigureTable } from '../../ui/figures/FigureTable.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { useReportFormatter } from '../useReportWords.ts'
import { colours, RankChart } from './charts.tsx'
import { Behind, Part, Scroll } from './Part.tsx'
import styles from './Report.module.css'

/** As many as can be told apart at a glance; the table has them all. */
const maxBars = 12

type Props = { comparison: NonNullable<ReportData['comparison']>; grouping: ReportGrouping | null }

/** Places, groups, people, forms or answers held against each other. */
export function ComparisonPart({ comparison, grouping }: Props) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const { groups, total, is_partly_hidden } = comparison
  const scored = groups.filter(({ average }) => average !== null).slice(0, maxBars)
  return (
    <Part part="comparison">
      <div className={styles.frame}>
        {scored.length > 1 && (
          <RankChart
            label={t('reports.average')}
            rows={scored.map(group => ({ name: words.group(group, grouping), average: group.average }))}
            series={[{ name: 'average', label: t('reports.average'), color: colours.bar }]}
          />
        )}
        <Scroll label={t('reports.partNames.comparison')}>
          <FigureTable
            rows={groups}
            keyOf={({ key }) => key}
            columns={[
              {
                key: 'group',
                ...(grouping && { title: t(`reports.groupings.${grouping}`) }),
                cell: group =>
                  group.subject ? (
                    <PathLink href={`${registry[group.subject.type].path}/${group.subject.id}`} className={styles.link}>
                      <bdi>{group.subject.name}</bdi>
                    </PathLink>
                  ) : (
                    <bdi>{words.group(group, grouping)}</bdi>
                  ),
              },
              {
                key: 'average',
                title: t('reports.average'),
                cell: ({ average }) => words.percent(average),
                numeric: true,
              },
              {
                key: 'act',
                title: t('submissions.pdf.act'),
                cell: ({ key, act }) => (
                  <Behind slice={{ group: key, band: 'act' }}>{words.formats.number(act)}</Behind>
                ),
                numeric: true,
              },
              {
                key: 'critical',
                title: t('reports.critical'),
                cell: ({ key, critical }) => (
                  <Behind slice={{ group: key, critical: true }}>{words.formats.number(critical)}</Behind>
                ),
                numeric: true,
              },
              {
                key: 'submissions',
                title: t('reports.submissions'),
                cell: ({ key, submissions }) => (
                  <Behind slice={{ group: key }}>{words.formats.number(submissions)}</Behind>
                ),
                numeric: true,
              },
            ]}
          />
        </Scroll>
        {is_partly_hidden && <p className={styles.line}>{t('reports.hidden')}</p>}
        {!is_partly_hidden && total > groups.length && (
          <p className={styles.line}>
            {t('reports.moreGroups', {
              shown: words.formats.number(groups.length),
              total: words.formats.number(total),
            })}
          </p>
        )}
      </div>
    </Part>
  )
}

/** How often each answer was given, and how numbers are spread. */
export function DistributionPart({ questions, forms }: { questions: Distribution[]; forms: ReportData['forms'] }) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const doubled = new Set(
    questions
      .map(({ form_id, question_id }) => `${form_id} ${question_id}`)
      .filter((key, at, all) => all.indexOf(key) !== at),
  )
  return (
    <Part part="distribution">
      {questions.map(one => (
        <div className={styles.frame} key={`${one.form_id} ${one.question_id} ${one.versions.join()}`}>
          <h3>{words.read(one.label, one.default_language)}</h3>
          <p className={styles.line}>
            {[
              forms.length > 1 && words.read(forms.find(({ id }) => id === one.form_id)?.name),
              doubled.has(`${one.form_id} ${one.question_id}`) &&
                t('reports.versions', { versions: words.formats.list(one.versions.map(String)) }),
              `${t('reports.answers')}${t('common.colon')} ${words.formats.number(one.answered)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.is_hidden && <p className={styles.line}>{t('reports.hidden')}</p>}
          {one.choices && <Choices question={one} choices={one.choices} />}
          {one.numbers && <Numbers numbers={one.numbers} />}
        </div>
      ))}
    </Part>
  )
}

type ChoicesProps = { question: Distribution; choices: NonNullable<Distribution['choices']> }

function Choices({ question, choices }: ChoicesProps) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  return (
    <FigureTable
      rows={choices}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'choice',
          cell: ({ id, label, fails }) =>
            words.choice(id, label, question.default_language) + (fails ? ` (${t('reports.failed')})` : ''),
        },
        {
          key: 'bar',
          className: styles.barOfChoice,
          cell: ({ percent, fails }) => (
            <span className={styles.bar} aria-hidden>
              <span style={{ inlineSize: `${percent ?? 0}%` }} data-fails={fails || undefined} />
            </span>
          ),
        },
        { key: 'percent', cell: ({ percent }) => words.percent(percent), numeric: true },
        {
          key: 'count',
          cell: ({ id, count }) => (
            <Behind slice={{ question: question.question_id, answer: id }}>{words.formats.number(count)}</Behind>
          ),
          numeric: true,
        },
      ]}
    />
  )
}

function Numbers({ numbers }: { numbers: NonNullable<Distribution['numbers']> }) {
  const { t } = useTranslation()
  const { formats, read } = useReportFormatter()
  const unit = read(numbers.unit)
  const { min, max } = numbers
  const digits = digitsBetween(min, max)
  const said = (value: number, maximumFractionDigits = digits) =>
    [formats.number(value, { maximumFractionDigits }), unit].filter(Boolean).join(' ')
  const most = Math.max(1, ...numbers.bins.map(({ count }) => count))
  const isWhole = numbers.bins.every(({ from, to }) => Number.isInteger(from) && to - from === 1)
  return (
    <>
      <p className={styles.line}>
        {t('reports.mean')}
        {t('common.colon')} {said(numbers.mean)} · {t('reports.median')}
        {t('common.colon')} {said(numbers.median)} · {t('reports.range')}
        {t('common.colon')} {said(min, maxDigits)} – {said(max, maxDigits)}
      </p>
      <FigureTable
        rows={numbers.bins}
        keyOf={({ from }) => from}
        columns={[
          {
            key: 'bin',
            cell: ({ from, to }) => (isWhole ? said(from) : t('reports.between', { from: said(from), to: said(to) })),
          },
          {
            key: 'bar',
            className: styles.barOfNumber,
            cell: ({ count }) => (
              <span className={styles.bar} aria-hidden>
                <span style={{ inlineSize: `${(count * 100) / most}%` }} />
              </span>
            ),
          },
          { key: 'count', cell: ({ count }) => formats.number(count), numeric: true },
        ]}
      />
    </>
  )
}

/** How dark a cell is: none, up to a tenth, a quarter, a half, and more. */
const heatOf = (failed: number, judged: number) => {
  const share = failed / judged
  if (failed === 0) return 0
  return share <= 0.1 ? 1 : share <= 0.25 ? 2 : share <= 0.5 ? 3 : 4
}

/** Questions by time: each cell says in its words too how many of how many answers failed. */
export function HeatMapPart({ rows, data }: { rows: HeatRow[]; data: ReportData }) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const buckets = bucketsOf(data, data.first_day)
  const unit = unitOf(buckets)
  return (
    <Part part="heat_map">
      <div className={styles.frame}>
        <p className={styles.line}>{t('reports.heatHint')}</p>
        <Scroll label={t('reports.partNames.heat_map')}>
          <table className={styles.heat}>
            <thead>
              <tr>
                <td />
                {buckets.map(bucket => (
                  <th key={bucket.from} scope="col">
                    {words.bucket(bucket, unit)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={`${row.form_id} ${row.question_id} ${row.versions.join()}`}>
                  <th scope="row" className={styles.rowName}>
                    {words.read(row.label, row.default_language)}
                  </th>
                  {row.cells.map(({ judged, failed }, at) => {
                    const bucket = buckets[at]
                    if (judged === 0 || !bucket) return <td key={bucket?.from ?? at} />
                    return (
                      <td key={bucket.from} data-heat={heatOf(failed, judged)}>
                        <Behind
                          className={styles.cell}
                          slice={{ question: row.question_id, failed: true, from: bucket.from, to: bucket.to }}
                          label={t('reports.failedOf', { failed, judged })}
                        >
                          {words.formats.percent(failed / judged)}
                        </Behind>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </div>
    </Part>
  )
}
