import { useTranslation } from 'react-i18next'
import type { StatusFinding } from '#shared/subjects/contract.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import styles from './status/Status.module.css'

/** What was found, in the words of the form and of the person; by which form, which opens for whoever may read it; and by whom. */
export function FindingText({ found }: { found: StatusFinding }) {
  const { t } = useTranslation()
  const { finding, reason, form_name, submission_id, user_name, is_withdrawn } = found
  const form = form_name && <ContentText text={form_name} />
  return (
    <>
      {finding && (
        <p className={styles.finding}>
          <ContentText text={finding} />
        </p>
      )}
      {reason && (
        <p className={styles.finding}>
          <bdi>{reason}</bdi>
        </p>
      )}
      <p className={styles.source}>
        {form && submission_id ? <PathLink href={`/submission/view/${submission_id}`}>{form}</PathLink> : form}
        {form && user_name && ' · '}
        {user_name && <bdi>{user_name}</bdi>}
        {is_withdrawn && <span> · {t('subjects.withdrawn')}</span>}
      </p>
    </>
  )
}
