import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { type TaskState as State, stateOf, statusOf } from './taskState.ts'

/** How a task stands, as icon, word and colour. */
export function TaskState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StatusBadge status={statusOf[state]}>{t(`tasks.states.${state}`)}</StatusBadge>
}

/** How an occurrence stands now. */
export const SentTaskState = ({ sent }: { sent: Parameters<typeof stateOf>[0] }) => <TaskState state={stateOf(sent)} />
