import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '#shared/lib/formats.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Tasks.module.css'
import { type TaskState as State, stateOf, statusOf } from './taskState.ts'

type Props = {
  sent: Parameters<typeof stateOf>[0]
  now: number
  /** Of the company whose task it is, where that is another one. */
  format?: Formats
}

/** When an open task is due: quiet while there is time, then as icon, word and colour. */
export function DueTime({ sent, now, format }: Props) {
  const { t } = useTranslation()
  const when = useWhen(format)(sent.due_at, now)
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

/** The state of a task, as icon, word and colour. */
export function TaskState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StatusBadge status={statusOf[state]}>{t(`tasks.states.${state}`)}</StatusBadge>
}

/** The present state of an occurrence. */
export const SentTaskState = ({ sent }: { sent: Parameters<typeof stateOf>[0] }) => <TaskState state={stateOf(sent)} />

const day = 24 * 60 * 60_000

/**
 * Moments as people speak of them, where the company is: `18:00` for today, `tomorrow, 06:00`, `27 Nov 2026, 10:00`.
 */
export function useWhen(other?: Formats): (moment: string | number, now: number) => string {
  const { t } = useTranslation()
  const here = useCompanyFormat()
  const format = other ?? here
  return (moment, now) => {
    const [today, then] = [format.dayOf(now), format.dayOf(moment)]
    if (then === today) return format.time(moment)
    const days = Math.round((Date.parse(then) - Date.parse(today)) / day)
    if (Math.abs(days) > 1) return format.dateTime(moment)
    return t('tasks.dayAndTime', { day: format.relative(now + days * day, now), time: format.time(moment) })
  }
}

/** The present moment, renewed every minute: what is due becomes overdue before the person's eyes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
