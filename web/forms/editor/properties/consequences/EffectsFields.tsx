import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WhenFailed } from '#shared/forms/consequences.ts'
import { subjectStatuses } from '#shared/subjects/registry.ts'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'
import { WordsField } from '../text/WordsField.tsx'
import { CorrectiveTaskFields, newCorrectiveTask } from './CorrectiveTaskFields.tsx'
import { PeopleField } from './PeopleField.tsx'

export type Effects = Pick<WhenFailed, 'task' | 'notify' | 'set_status'>

type Props = {
  effects: Effects
  /** Where they stand in the element: "when_failed", "triggers.0". */
  field: string
  errorAt: (field: string) => string | undefined
  onChange: (changes: Partial<Effects>, field?: string) => void
}

/** What is set in motion: a task, a message, the state of the subjects. */
export function EffectsFields({ effects: { task, notify, set_status }, field, errorAt, onChange }: Props) {
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
