import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { findSent, maxPdfs } from '../../filling/sentQueries.ts'
import { useFormat } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ContentText, JoinedTexts } from '../../ui/texts/ContentText.tsx'
import styles from './KeptSubmissions.module.css'
import { SentPdfButton } from './receiptColumns.tsx'

type Props = {
  /** Why the list of the server is not here. */
  error: unknown
  onRetry: () => void
  /** Score and verdict, as the list shows them. */
  states: (row: Submission) => ReactNode
}

/** Without signal, what the person sent as this device keeps it, with its age. What happened, where nothing is kept. */
export function KeptSubmissions({ error, onRetry, states }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const [userId, companyId] = [user?.id ?? 0, user?.company_id ?? 0]
  const { data: kept, isPending } = useQuery({
    queryKey: ['sentHere', userId, companyId],
    queryFn: async () => (await findSent({ userId, companyId })) ?? null,
    staleTime: 0,
    gcTime: 0,
  })
  if (isPending) return null
  if (!kept || kept.rows.length === 0) return <ErrorState error={error} onRetry={onRetry} />
  const isOld = format.dayOf(kept.keptAt) !== format.dayOf(Date.now())
  return (
    <section className={styles.kept} aria-label={t('submissionPage.kept.title')}>
      <Notice kind="info">
        <div className={styles.notice}>
          <span>
            {t('submissionPage.kept.age', { time: isOld ? format.dateTime(kept.keptAt) : format.time(kept.keptAt) })}{' '}
            {t('submissionPage.kept.bound', { most: format.number(maxPdfs) })}
          </span>
          <Button variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </div>
      </Notice>
      <ul className={styles.list}>
        {kept.rows.map(row => (
          <li key={row.id} className={styles.item}>
            <Sent submission={row} states={states(row)} />
            {kept.pdfs.has(row.id) ? (
              <SentPdfButton submission={row} />
            ) : (
              <span className={styles.none}>{t('submissionPage.kept.noPdf')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What it was about and when, what it came to, and that it arrived. */
function Sent({ submission, states }: { submission: Submission; states: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { form_name, subjects, completed_at, received_at, receipt_sequence } = submission
  return (
    <div className={styles.words}>
      <span className={styles.name}>
        <ContentText text={form_name} />
      </span>
      <span className={styles.dimmed}>
        <JoinedTexts texts={[completed_at && format.dateTime(completed_at), ...subjects.map(({ name }) => name)]} />
      </span>
      <span className={styles.states}>{states}</span>
      {receipt_sequence !== null && (
        <span className={styles.dimmed}>
          <JoinedTexts
            texts={[
              t('submissionPage.kept.number', { number: format.number(receipt_sequence) }),
              received_at && t('submissionPage.kept.received', { time: format.dateTime(received_at) }),
            ]}
          />
        </span>
      )}
    </div>
  )
}
