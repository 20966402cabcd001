import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { Can } from '../../lib/ability.tsx'
import { useCompanyFormat } from '../../shell/company.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { FieldList } from '../../ui/row/FieldList.tsx'
import styles from '../Tasks.module.css'

const CorrectionForm = lazyPart(() => import('../form/TaskForm.tsx').then(part => part.CorrectionForm))

/** Why a corrective task came to be, how strong its measure is, and whether it helped. */
export function Correction({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const [isEditing, setEditing] = useState(false)
  // Copies of earlier versions know nothing of all this.
  const { verification, verify_after_days: days } = sent
  const found =
    verification &&
    t(`tasks.correction.effects.${verification.state}`, {
      name: verification.by_name ?? '',
      date: format.date(verification.at ?? verification.from),
    })
  return (
    <section aria-labelledby="task-correction" className={styles.section}>
      <h2 id="task-correction" className={styles.taskHistoryHeading}>
        {t('tasks.correction.title')}
      </h2>
      <FieldList
        fields={[
          { label: t('tasks.correction.rootCause'), value: sent.root_cause && <bdi>{sent.root_cause}</bdi> },
          {
            label: t('tasks.correction.rootCauseWords'),
            value: sent.root_cause_words && <bdi>{sent.root_cause_words}</bdi>,
          },
          {
            label: t('tasks.correction.control'),
            value: sent.control && t(`tasks.correction.controls.${sent.control}`),
          },
          {
            label: t('tasks.correction.effect'),
            value: found || (days && t('tasks.correction.days', { count: days })),
          },
          {
            label: t('tasks.correction.stillWrong'),
            value: verification?.state === 'failed' && verification.note && <bdi>{verification.note}</bdi>,
          },
        ]}
      />
      <Can I="complete" a="SentTask" row={sent}>
        <Button variant="default" leftSection={<IconPencil size={20} />} onClick={() => setEditing(true)}>
          {t('tasks.correction.edit')}
        </Button>
      </Can>
      {isEditing && <CorrectionForm sent={sent} onClosed={() => setEditing(false)} />}
    </section>
  )
}
