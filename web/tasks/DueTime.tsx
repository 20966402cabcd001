import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './TaskCard.module.css'
import { stateOf } from './taskState.ts'
import { useWhen } from './useWhen.ts'

/** When an open task is due: quiet while there is time, then as icon, word and colour. */
export function DueTime({ sent, now }: { sent: SentTask; now: number }) {
  const { t } = useTranslation()
  const when = useWhen()(sent.due_at, now)
  const state = stateOf(sent, now)
  if (state === 'overdue') return <StatusBadge status="stop">{t('tasks.overdueSince', { when })}</StatusBadge>
  if (state === 'soon') return <StatusBadge status="attention">{t('tasks.dueAt', { when })}</StatusBadge>
  return (
    <span className={styles.fact}>
      <IconClock size={18} />
      {t('tasks.dueAt', { when })}
    </span>
  )
}
