import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withDefaults } from '#shared/forms/answers/outcome.ts'
import type { CorrectiveTask, WhenFailed } from '#shared/forms/consequences.ts'
import { priorities, taskProofs } from '#shared/lib/taskFields.ts'
import { subjectStatuses } from '#shared/subjects/registry.ts'
import { patched } from '../../structure/content.ts'
import { useDurationWords } from '../../words/useSentences.ts'
import { Toggle, WordsField } from '../fields.tsx'
import styles from '../Properties.module.css'
import { PeopleField, PersonField } from './PeopleField.tsx'

type Effects = Pick<WhenFailed, 'task' | 'notify' | 'set_status'>

type Props = {
  effects: Effects
  /** Their path in the element: "when_failed", "triggers.0". */
  field: string
  /** They follow from a failed critical answer, whose task asks for more. */
  isCritical?: boolean
  errorAt: (field: string) => string | undefined
  onChange: (changes: Partial<Effects>, field?: string) => void
}

/** Effects: a task, a message, the state of the subjects. */
export function EffectsFields({ effects, field, isCritical = false, errorAt, onChange }: Props) {
  const { task, notify, set_status } = effects
  const { t } = useTranslation()
  const at = (name: string) => `${field}.${name}`
  return (
    <>
      <Toggle
        label={t('formProperties.openTask')}
        checked={task !== undefined}
        onChange={isOpened => onChange({ task: isOpened ? newCorrectiveTask : undefined })}
      />
      {task && (
        <CorrectiveTaskFields
          task={task}
          isCritical={isCritical}
          field={at('task')}
          errorAt={errorAt}
          onChange={(next, typed) => onChange({ task: next }, typed)}
        />
      )}
      <Toggle
        label={t('formProperties.notify')}
        checked={notify !== undefined}
        onChange={isTold => onChange({ notify: isTold ? { to: ['manager'] } : undefined })}
      />
      {notify && (
        <div className={styles.item}>
          <PeopleField
            people={notify.to}
            errorAt={index => errorAt(at(`notify.to.${index}`))}
            onChange={to => onChange({ notify: { ...notify, to } })}
          />
          <WordsField
            label={t('formProperties.notifyMessage')}
            field={at('notify.message')}
            text={notify.message}
            error={errorAt(at('notify.message'))}
            help={t('formProperties.notifyHelp')}
            onChange={message =>
              onChange({ notify: { to: notify.to, ...(message && { message }) } }, at('notify.message'))
            }
          />
        </div>
      )}
      <NativeSelect
        label={t('formProperties.setStatus')}
        value={set_status ?? ''}
        data={[
          { value: '', label: t('formProperties.statuses.unchanged') },
          ...subjectStatuses.map(value => ({ value, label: t(`formProperties.statuses.${value}`) })),
        ]}
        onChange={event => onChange({ set_status: subjectStatuses.find(one => one === event.currentTarget.value) })}
      />
    </>
  )
}

const proofs = ['none', ...taskProofs] as const

/** After how many days somebody is asked whether it helped, as the editor offers it. */
const verifyDays = [7, 14, 30, 60, 90]

const durations = ['PT1H', 'PT4H', 'PT8H', 'P1D', 'P2D', 'P3D', 'P7D', 'P14D', 'P30D']

const newCorrectiveTask: CorrectiveTask = {
  title: {},
  priority: 'normal',
  due_after: 'P1D',
  assignee: 'manager',
}

type CorrectiveTaskFieldsProps = {
  task: CorrectiveTask
  isCritical: boolean
  /** Its path in the element: "when_failed.task". */
  field: string
  errorAt: (field: string) => string | undefined
  onChange: (task: CorrectiveTask, field?: string) => void
}

/** The task that an answer or a score opens. */
function CorrectiveTaskFields({ task, isCritical, field, errorAt, onChange }: CorrectiveTaskFieldsProps) {
  const { t } = useTranslation()
  const durationWords = useDurationWords()
  const offered = durations.includes(task.due_after) ? durations : [task.due_after, ...durations]
  const title = `${field}.title`
  const asked = withDefaults(task, isCritical)
  const usual = withDefaults(newCorrectiveTask, isCritical)
  const putRecheck = (recheck: CorrectiveTask['recheck']) =>
    onChange(patched(task, { recheck: recheck === usual.recheck ? undefined : recheck }))
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
        value={asked.proof}
        data={proofs.map(value => ({ value, label: t(`formProperties.proofs.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const proof = proofs.find(one => one === value)
          onChange(patched(task, { proof: proof === usual.proof ? undefined : proof }))
        }}
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
        other={{
          label: t('formProperties.recheckOther'),
          isChosen: asked.recheck === 'other',
          onChosen: () => putRecheck('other'),
        }}
        value={asked.recheck === 'nobody' || asked.recheck === 'other' ? undefined : asked.recheck}
        error={errorAt(`${field}.recheck`) ?? errorAt(`${field}.recheck.answer_of`)}
        onChange={recheck => putRecheck(recheck ?? 'nobody')}
      />
    </div>
  )
}

/** What somebody wrote otherwise can be kept. */
const daysOffered = (own: number | undefined) =>
  own === undefined || verifyDays.includes(own) ? verifyDays : [own, ...verifyDays]
