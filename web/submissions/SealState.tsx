import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { BundleButton } from '../exports/BundleButton.tsx'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './SealState.module.css'

type Props = { submission: Pick<SubmissionDetail, 'id' | 'uuid' | 'archived_at'> }

/** Whether a submission is as it was sealed, with its latest number in the company's chain; and its proof, to be taken along. */
export function SealState({ submission }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: seal } = useQuery(api.submissionSeals.get.query({ id: submission.id }))
  if (!seal) return '…'
  const number = seal.links.at(-1)?.position
  if (number === undefined) return t('submissions.seal.none')
  return (
    <div className={styles.seal}>
      {seal.state === 'differs' ? (
        <StatusBadge status="stop">{t('submissions.seal.differs')}</StatusBadge>
      ) : (
        t('submissions.seal.intact', { number: format.number(number) })
      )}
      <BundleButton of={{ uuid: submission.uuid, archived: submission.archived_at !== null }} />
    </div>
  )
}
