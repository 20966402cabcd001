import { useTranslation } from 'react-i18next'
import type { CompletionPart as Completion, FindingsPart as Findings } from '#shared/reports/data.ts'
import { unitOf } from '#shared/reports/formatter.ts'
import { type FigureColumn, FigureTable } from '../../ui/figures/FigureTable.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { useReportFormatter } from '../useReportWords.ts'
import { CountChart, colours } from './charts.tsx'
import { AsTable, Behind, NothingHere, Part, Scroll } from './Part.tsx'
import styles from './Report.module.css'

/** How many findings there were, how fast they closed, and of which questions they came. */
export function FindingsPart({ findings }: { findings: Findings }) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const { formats } = words
  const unit = unitOf(findings.over_time)
  const medianTime: FigureColumn<{ median_hours: number | null }> = {
    key: 'time_to_close',
    title: t('reports.medianTime'),
    cell: ({ median_hours }) => words.duration(median_hours),
    numeric: true,
  }
  if (findings.opened === 0)
    return (
      <Part part="findings">
        <NothingHere />
      </Part>
    )
  return (
    <Part part="findings">
      <dl className={styles.numbers}>
        {(['opened', 'closed', 'open'] as const).map(state => (
          <div key={state} className={styles.number}>
            <dt>{t(`reports.${state}`)}</dt>
            <dd>
              <Behind slice={{ findings: state === 'opened' ? 'any' : state }}>
                {formats.number(findings[state])}
              </Behind>
            </dd>
          </div>
        ))}
        <div className={styles.number}>
          <dt>{t('reports.medianTime')}</dt>
          <dd>{words.duration(findings.median_hours)}</dd>
        </div>
      </dl>
      <div className={styles.frame}>
        <CountChart
          label={t('reports.partNames.findings')}
          rows={findings.over_time.map(({ from, to, opened, closed }) => ({
            name: words.bucket({ from, to }, unit),
            closed,
            open: opened - closed,
          }))}
          series={[
            { name: 'closed', label: t('reports.closed'), color: colours.good },
            { name: 'open', label: t('reports.open'), color: colours.act },
          ]}
        />
        <AsTable>
          <FigureTable
            rows={findings.over_time}
            keyOf={({ from }) => from}
            columns={[
              { key: 'time', title: t('reports.time'), cell: part => words.days(part) },
              {
                key: 'opened',
                title: t('reports.opened'),
                cell: ({ from, to, opened }) => (
                  <Behind slice={{ findings: 'any', from, to }}>{formats.number(opened)}</Behind>
                ),
                numeric: true,
              },
              {
                key: 'closed',
                title: t('reports.closed'),
                cell: ({ closed }) => formats.number(closed),
                numeric: true,
              },
              medianTime,
            ]}
          />
        </AsTable>
      </div>
      <div className={styles.frame}>
        <Scroll label={t('reports.question')}>
          <FigureTable
            rows={findings.questions}
            keyOf={one => `${one.form_id} ${one.question_id}`}
            columns={[
              {
                key: 'question',
                title: t('reports.question'),
                cell: one => words.read(one.label, one.default_language) || t('reports.none'),
              },
              {
                key: 'opened',
                title: t('reports.opened'),
                cell: ({ question_id, opened }) => (
                  <Behind slice={{ findings: 'any', question: question_id }}>{formats.number(opened)}</Behind>
                ),
                numeric: true,
              },
              {
                key: 'open',
                title: t('reports.open'),
                cell: ({ question_id, open }) => (
                  <Behind slice={{ findings: 'open', question: question_id }}>{formats.number(open)}</Behind>
                ),
                numeric: true,
              },
              medianTime,
            ]}
          />
        </Scroll>
      </div>
    </Part>
  )
}

const ends = ['in_time', 'late', 'skipped', 'not_done'] as const
const endColours = { in_time: colours.good, late: colours.attention, skipped: colours.grey, not_done: colours.act }
const endNames = { in_time: 'inTime', late: 'late', skipped: 'skipped', not_done: 'notDone' } as const

/** How many of the tasks that were due were done, and when. */
export function CompletionPart({ completion }: { completion: Completion }) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const { formats } = words
  const unit = unitOf(completion.over_time)
  if (completion.due === 0)
    return (
      <Part part="completion">
        <NothingHere />
      </Part>
    )
  return (
    <Part part="completion">
      <dl className={styles.numbers}>
        <div className={styles.number}>
          <dt>{t('reports.rate')}</dt>
          <dd>{words.percent(completion.percent)}</dd>
        </div>
        <div className={styles.number}>
          <dt>{t('reports.due')}</dt>
          <dd>
            <PathLink href="/company/tasks" className={styles.link}>
              {formats.number(completion.due)}
            </PathLink>
          </dd>
        </div>
        {ends.map(end => (
          <div key={end} className={styles.number}>
            <dt>{t(`reports.${endNames[end]}`)}</dt>
            <dd>{formats.number(completion[end])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.frame}>
        <CountChart
          label={t('reports.partNames.completion')}
          rows={completion.over_time.map(({ from, to, in_time, late, skipped, not_done }) => ({
            name: words.bucket({ from, to }, unit),
            ...{ in_time, late, skipped, not_done },
          }))}
          series={ends.map(end => ({ name: end, label: t(`reports.${endNames[end]}`), color: endColours[end] }))}
        />
        <AsTable>
          <FigureTable
            rows={completion.over_time}
            keyOf={({ from }) => from}
            columns={[
              { key: 'time', title: t('reports.time'), cell: part => words.days(part) },
              { key: 'rate', title: t('reports.rate'), cell: ({ percent }) => words.percent(percent), numeric: true },
              { key: 'due', title: t('reports.due'), cell: ({ due }) => formats.number(due), numeric: true },
              ...ends.map(end => ({
                key: end,
                title: t(`reports.${endNames[end]}`),
                cell: (part: Completion['over_time'][number]) => formats.number(part[end]),
                numeric: true,
              })),
            ]}
          />
        </AsTable>
      </div>
    </Part>
  )
}
