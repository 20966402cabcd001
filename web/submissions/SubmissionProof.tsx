import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { administration } from '../administrationApi.ts'
import { api } from '../api.ts'
import { BundleButton } from '../exports/BundleButton.tsx'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './SubmissionPage.module.css'

type Props = { submission: Pick<SubmissionDetail, 'id' | 'uuid' | 'archived_at'> }

/** Whether a submission is unchanged, and for those who read passes, who viewed it by one. */
export function SubmissionProof({ submission }: Props) {
  return (
    <>
      <SealState submission={submission} />
      <Can I="read" a="Pass">
        <Viewers id={submission.id} />
      </Can>
    </>
  )
}

/**
 * Says in one line whether a submission is as it was completed; its proof is saved here. The rest is under the
 * company's seals.
 */
function SealState({ submission }: Props) {
  const { t } = useTranslation()
  const { data: seal } = useQuery(api.submissionSeals.get.query({ id: submission.id }))
  if (!seal || seal.links.length === 0) return null
  return (
    <div className={styles.seal}>
      {seal.state === 'differs' ? (
        <StatusBadge status="stop">{t('submissions.seal.differs')}</StatusBadge>
      ) : (
        <span className={styles.unchanged}>
          {t('submissions.seal.intact')} <IconCheck size={16} />
        </span>
      )}
      <BundleButton of={{ uuid: submission.uuid, archived: submission.archived_at !== null }} />
    </div>
  )
}

/** By which audit passes a submission was viewed, for those who read passes. */
function Viewers({ id }: { id: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: viewers = [] } = useQuery(administration.passes.viewers.query({ kind: 'submission', record_id: id }))
  if (viewers.length === 0) return null
  return (
    <section aria-labelledby="record-viewers">
      <h3 id="record-viewers">{t('passes.viewers.title')}</h3>
      <ul>
        {viewers.map(({ pass_id, holder_name, holder_office, count, last_at }) => (
          <li key={pass_id}>
            <PathLink href={`/company/passes/${pass_id}`}>
              {t('passes.viewers.row', {
                holder: [holder_name, holder_office].filter(Boolean).join(' · '),
                times: t('passes.viewers.times', { count, number: format.number(count) }),
                time: format.dateTime(last_at),
              })}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
