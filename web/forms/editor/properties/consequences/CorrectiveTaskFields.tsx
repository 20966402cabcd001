import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CorrectiveTask } from '#shared/forms/consequences.ts'
import { priorities, taskProofs } from '#shared/lib/taskFields.ts'
import { patched } from '../../structure/patched.ts'
import { useDurationWords } from '../../words/useDurationWords.ts'
import styles from '../Properties.module.css'
import { WordsField } from '../text/WordsField.tsx'
import { PersonField } from './PersonField.tsx'

/** After how many days somebody is asked whether it helped, as the editor offers it. */
const verifyDays = [7, 14, 30, 60, 90]

const durations = ['PT1H', 'PT4H', 'PT8H', 'P1D', 'P2D', 'P3D', 'P7D', 'P14D', 'P30D']

export const newCorrectiveTask: CorrectiveTask = {
  title: {},
  priority: 'normal',
  due_after: 'P1D',
  assignee: 'manager',
}

type Props = {
  task: CorrectiveTask
  /** Where it stands in the element: "when_failed.task". */
  field: string
  errorAt: (field: string) => string | undefined
  onChange: (task: CorrectiveTask, field?: string) => void
}

/** The task that an answer or a score opens. */
export function CorrectiveTaskFields({ task, field, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const durationWords = useDurationWords()
  const offered = durations.includes(task.due_after) ? durations : [task.due_after, ...durations]
  const title = `${field}.title`
  return (
    <div className={styles.item}>
      <WordsField
        label={t('tasks.what')}
        field={title}
        text={task.title}
        error={errorAt(title)}
        onChange={(words = {}) => onChange({ ...task, title: words }, title)}
      />
      <PersonField
        label={t('tasks.assignees')}
        field={`${field}.assignee`}
        value={task.assignee}
        error={errorAt(`${field}.assignee`) ?? errorAt(`${field}.assignee.answer_of`)}
        onChange={assignee => assignee && onChange({ ...task, assignee })}
      />
      <div className={styles.row}>
        <NativeSelect
          label={t('formProperties.dueWithin')}
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
      <NativeSelect
        label={t('formProperties.askProof')}
        value={task.proof ?? ''}
        data={['' as const, ...taskProofs].map(value => ({
          value,
          label: t(`formProperties.proofs.${value || 'none'}`),
        }))}
        onChange={event =>
          onChange(patched(task, { proof: taskProofs.find(proof => proof === event.currentTarget.value) }))
        }
      />
      <NativeSelect
        label={t('tasks.correction.effect')}
        description={t('tasks.correction.verifyAfterHelp')}
        value={task.verify_after_days ?? ''}
        data={[
          { value: '', label: t('tasks.correction.verifyNever') },
          ...daysOffered(task.verify_after_days).map(count => ({
            value: String(count),
            label: t('tasks.correction.days', { count }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(patched(task, { verify_after_days: value ? Number(value) : undefined }))
        }
      />
      <PersonField
        label={t('formProperties.recheck')}
        field={`${field}.recheck`}
        none={t('formProperties.reviewers.nobody')}
        value={task.recheck}
        error={errorAt(`${field}.recheck`) ?? errorAt(`${field}.recheck.answer_of`)}
        onChange={recheck => onChange(patched(task, { recheck }))}
      />
    </div>
  )
}

/** What somebody wrote otherwise can be kept. */
const daysOffered = (own: number | undefined) =>
  own === undefined || verifyDays.includes(own) ? verifyDays : [own, ...verifyDays]
