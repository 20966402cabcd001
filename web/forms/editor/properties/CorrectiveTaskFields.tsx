import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CorrectiveTask } from '#shared/forms/consequences.ts'
import { priorities } from '#shared/tasks/priorities.ts'
import { useDurationWords } from '../useDurationWords.ts'
import styles from './Properties.module.css'
import { WordsField } from './WordsField.tsx'

const durations = ['PT1H', 'PT4H', 'PT8H', 'P1D', 'P2D', 'P3D', 'P7D', 'P14D', 'P30D']
const assignees = ['submitter', 'manager'] as const

export const newCorrectiveTask: CorrectiveTask = {
  title: {},
  priority: 'normal',
  due_after: 'P1D',
  assignee: 'manager',
}

type Props = {
  task: CorrectiveTask
  error: string | undefined
  onChange: (task: CorrectiveTask, field?: string) => void
}

/** The task that a failed answer opens. */
export function CorrectiveTaskFields({ task, error, onChange }: Props) {
  const { t } = useTranslation()
  const durationWords = useDurationWords()
  const assignee: 'submitter' | 'manager' | 'chosen' = typeof task.assignee === 'string' ? task.assignee : 'chosen'
  const offered = durations.includes(task.due_after) ? durations : [task.due_after, ...durations]
  return (
    <div className={styles.item}>
      <WordsField
        label={t('tasks.what')}
        field="when_failed.task.title"
        text={task.title}
        error={error}
        onChange={(title = {}) => onChange({ ...task, title }, 'when_failed.task.title')}
      />
      <NativeSelect
        label={t('tasks.assignees')}
        value={assignee}
        data={(assignee === 'chosen' ? [...assignees, 'chosen' as const] : assignees).map(value => ({
          value,
          label: t(`forms.assignees.${value}`),
        }))}
        onChange={event => {
          const chosen = assignees.find(value => value === event.currentTarget.value)
          if (chosen) onChange({ ...task, assignee: chosen })
        }}
      />
      <div className={styles.row}>
        <NativeSelect
          label={t('forms.dueWithin')}
          value={task.due_after}
          data={offered.map(value => ({ value, label: durationWords(value) }))}
          onChange={event => onChange({ ...task, due_after: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('tasks.priority')}
          value={task.priority}
          data={priorities.map(value => ({ value, label: t(`tasks.priorities.${value}`) }))}
          onChange={event => onChange({ ...task, priority: event.currentTarget.value as CorrectiveTask['priority'] })}
        />
      </div>
    </div>
  )
}
