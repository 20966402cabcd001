import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { HeldFlag } from '../../subjects/status/SubjectStatus.tsx'
import { ScoreBadge } from '../../submissions/ScoreFigure.tsx'
import styles from './Attachments.module.css'

/** A submission as each reader may see it: what it is, when it was submitted, and its score as it is now. */
export function SubmissionCard({ id }: { id: number }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { data, isError } = useQuery(api.submissions.get.query({ id }))
  if (isError) return <span className={styles.card}>{t('messaging.notVisible')}</span>
  if (!data) return <Skeleton className={styles.card} height={64} />
  const name = textIn(data.form_name, toLocale(i18n.language), defaultLocale).text
  return (
    <Link to="/submission/view/$id" params={{ id: String(id) }} className={styles.card}>
      <span>
        <span className={styles.kind}>{t('messaging.submissionCard')}</span>
        <bdi className={styles.name}>{name}</bdi>
        {data.completed_at && (
          <span className={styles.kind}>
            {t('messaging.submittedOn', { date: format.dateTime(data.completed_at) })}
          </span>
        )}
        {data.subjects.map(({ type, id, withheld_until }) => (
          <HeldFlag key={`${type} ${id}`} until={withheld_until} />
        ))}
      </span>
      <ScoreBadge submission={data} />
    </Link>
  )
}
