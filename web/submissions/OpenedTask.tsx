import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './OpenedTask.module.css'

/** The corrective task of a finding: what, who, by when, and whether it is done. */
export function OpenedTask({ task }: { task: SubmissionDetail['tasks'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isLate = !task.is_completed && task.due_at !== null && new Date(task.due_at) < new Date()
  const state = task.is_completed ? 'done' : isLate ? 'overdue' : 'open'
  const status = { done: 'ok', overdue: 'stop', open: 'attention' } as const
  const who = [
    task.assignee,
    task.due_at && !task.is_completed && t('submissions.dueAt', { time: format.dateTime(task.due_at) }),
  ]
  return (
    <div className={styles.task}>
      <IconArrowRight size={18} className={styles.arrow} />
      <div>
        <bdi className={styles.title}>{taskTitle(task)}</bdi>
        <span className={styles.who}>{who.filter(Boolean).join(' · ')}</span>
      </div>
      <StatusBadge status={status[state]}>{t(`submissions.taskStates.${state}`)}</StatusBadge>
    </div>
  )
}
