import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import { ScoreBadge } from '../submissions/ScoreBadge.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { rated } from './rated.ts'
import styles from './ScoreTrend.module.css'
import { Section } from './Section.tsx'
import { TrendPicture } from './TrendPicture.tsx'

const shown = 40

/** The scores of the latest submissions: a sentence, a picture, and the same as a table with the submissions behind it. */
export function ScoreTrend({ submissions }: { submissions: Submission[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const latest = submissions.flatMap(rated).slice(0, shown)
  if (latest.length < 2) return null
  const average = latest.reduce((sum, { score_percent }) => sum + score_percent, 0) / latest.length
  const sentence = t('today.trendText', { count: latest.length, average: format.percent(average / 100) })
  return (
    <Section
      title={t('today.trend')}
      more={{ to: '/submission/filled?status=complete', text: t('today.allSubmissions') }}
    >
      <div className={styles.frame}>
        <p className={styles.sentence}>{sentence}</p>
        <TrendPicture
          submissions={latest.toReversed()}
          label={sentence}
          onOpen={id => navigate({ href: `/submission/view/${id}` })}
        />
        <details className={styles.details}>
          <summary>{t('today.asTable')}</summary>
          <table className={styles.table} aria-label={t('today.trend')}>
            <thead>
              <tr>
                <th scope="col">{t('submissions.form')}</th>
                <th scope="col">{t('submissions.completed')}</th>
                <th scope="col">{t('submissions.score')}</th>
              </tr>
            </thead>
            <tbody>
              {latest.map(submission => (
                <tr key={submission.id}>
                  <td>
                    <PathLink href={`/submission/view/${submission.id}`}>
                      <ContentText text={submission.form_name} />
                    </PathLink>
                  </td>
                  <td>
                    <LocalTime value={submission.completed_at} as="date" />
                  </td>
                  <td>
                    <ScoreBadge submission={submission} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </Section>
  )
}
