import { useTranslation } from 'react-i18next'
import type { CompletionPart as Completion, FindingsPart as Findings } from '#shared/reports/data.ts'
import { unitOf } from '#shared/reports/formatter.ts'
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('reports.time')}</th>
                {(['opened', 'closed', 'medianTime'] as const).map(name => (
                  <th key={name} scope="col" data-numeric>
                    {t(`reports.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {findings.over_time.map(part => (
                <tr key={part.from}>
                  <th scope="row">{words.days(part)}</th>
                  <td data-numeric>
                    <Behind slice={{ findings: 'any', from: part.from, to: part.to }}>
                      {formats.number(part.opened)}
                    </Behind>
                  </td>
                  <td data-numeric>{formats.number(part.closed)}</td>
                  <td data-numeric>{words.duration(part.median_hours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </AsTable>
      </div>
      <div className={styles.frame}>
        <Scroll label={t('reports.question')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('reports.question')}</th>
                {(['opened', 'open', 'medianTime'] as const).map(name => (
                  <th key={name} scope="col" data-numeric>
                    {t(`reports.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {findings.questions.map(one => (
                <tr key={`${one.form_id} ${one.question_id}`}>
                  <th scope="row">{words.read(one.label, one.default_language) || t('reports.none')}</th>
                  <td data-numeric>
                    <Behind slice={{ findings: 'any', question: one.question_id }}>{formats.number(one.opened)}</Behind>
                  </td>
                  <td data-numeric>
                    <Behind slice={{ findings: 'open', question: one.question_id }}>{formats.number(one.open)}</Behind>
                  </td>
                  <td data-numeric>{words.duration(one.median_hours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('reports.time')}</th>
                <th scope="col" data-numeric>
                  {t('reports.rate')}
                </th>
                <th scope="col" data-numeric>
                  {t('reports.due')}
                </th>
                {ends.map(end => (
                  <th key={end} scope="col" data-numeric>
                    {t(`reports.${endNames[end]}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {completion.over_time.map(part => (
                <tr key={part.from}>
                  <th scope="row">{words.days(part)}</th>
                  <td data-numeric>{words.percent(part.percent)}</td>
                  <td data-numeric>{formats.number(part.due)}</td>
                  {ends.map(end => (
                    <td key={end} data-numeric>
                      {formats.number(part[end])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </AsTable>
      </div>
    </Part>
  )
}
