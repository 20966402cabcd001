import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { ReasonDrawer } from '../../ui/fields/ReasonDrawer.tsx'
import { endTasks } from './taskEnds.ts'

const reasons = ['elsewhere', 'notPossible', 'notThere', 'missing', 'notNeeded'] as const

type Props = {
  tasks: Pick<SentTask, 'id' | 'title' | 'titles' | 'company_id'>[]
  onClosed: () => void
  onSkipped?: () => void
}

/** Asks why a task is skipped, which can be taken back. */
export function SkipSheet({ tasks, onClosed, onSkipped }: Props) {
  const { t } = useTranslation()
  return (
    <ReasonDrawer
      title={t('tasks.skipTitle', { count: tasks.length, title: tasks[0] && taskTitle(tasks[0]) })}
      question={t('tasks.skipQuestion')}
      reasons={reasons.map(reason => t(`tasks.skipReasons.${reason}`))}
      label={t('tasks.skipWords')}
      maxLength={500}
      submit={t('tasks.skip')}
      onChosen={(reason, close) => {
        endTasks(tasks, { how: 'skip', ...(reason && { reason }) })
        close()
        onSkipped?.()
      }}
      onClosed={onClosed}
    />
  )
}
