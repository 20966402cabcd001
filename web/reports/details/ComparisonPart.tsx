import { useTranslation } from 'react-i18next'
import type { ReportData } from '#shared/reports/data.ts'
import type { ReportGrouping } from '#shared/reports/rules.ts'
import { registry } from '#shared/subjects/registry.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { useReportWords } from '../useReportWords.ts'
import { Behind } from './Behind.tsx'
import { colours, RankChart } from './charts.tsx'
import { Part, Scroll } from './Part.tsx'
import styles from './Report.module.css'

/** As many as can be told apart at a glance; the table has them all. */
const maxBars = 12

type Props = { comparison: NonNullable<ReportData['comparison']>; grouping: ReportGrouping | null }

/** Places, groups, people, forms or answers held against each other. */
export function ComparisonPart({ comparison, grouping }: Props) {
  const { t } = useTranslation()
  const words = useReportWords()
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{grouping && t(`reports.groupings.${grouping}`)}</th>
                <th scope="col" data-numeric>
                  {t('reports.average')}
                </th>
                <th scope="col" data-numeric>
                  {t('submissions.pdf.act')}
                </th>
                <th scope="col" data-numeric>
                  {t('reports.critical')}
                </th>
                <th scope="col" data-numeric>
                  {t('reports.submissions')}
                </th>
              </tr>
            </thead>
            <tbody>
              {groups.map(group => (
                <tr key={group.key}>
                  <th scope="row">
                    {group.subject ? (
                      <PathLink
                        href={`${registry[group.subject.type].path}/${group.subject.id}`}
                        className={styles.link}
                      >
                        <bdi>{group.subject.name}</bdi>
                      </PathLink>
                    ) : (
                      <bdi>{words.group(group, grouping)}</bdi>
                    )}
                  </th>
                  <td data-numeric>{words.percent(group.average)}</td>
                  <td data-numeric>
                    <Behind slice={{ group: group.key, band: 'act' }}>{words.formats.number(group.act)}</Behind>
                  </td>
                  <td data-numeric>
                    <Behind slice={{ group: group.key, critical: true }}>{words.formats.number(group.critical)}</Behind>
                  </td>
                  <td data-numeric>
                    <Behind slice={{ group: group.key }}>{words.formats.number(group.submissions)}</Behind>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
