import { IconCheck, IconClockExclamation, IconPlayerSkipForward, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import styles from './Calendar.module.css'
import { kindIcons } from './kindIcons.ts'

const stateIcons = { done: IconCheck, skipped: IconPlayerSkipForward, missed: IconX, overdue: IconClockExclamation }

/** One dated thing: the mark of its kind, its time, what it is, and how it stands. */
export function EntryMark({ entry, time }: { entry: CalendarEntry; time: string }) {
  const { t } = useTranslation()
  const Kind = kindIcons[entry.kind]
  const State = stateIcons[entry.state as keyof typeof stateIcons]
  return (
    <span className={styles.mark} title={taskTitle(entry)}>
      <Kind size={14} role="img" aria-hidden={false} aria-label={t(`tasks.kinds.${entry.kind}`)} />
      <span className={styles.time}>{time}</span>
      <bdi className={styles.title}>{taskTitle(entry)}</bdi>
      {State && (
        <State size={14} role="img" aria-hidden={false} aria-label={t(`tasks.calendar.states.${entry.state}`)} />
      )}
    </span>
  )
}
