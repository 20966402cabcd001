import { Button } from '@mantine/core'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCompanyFormat } from '../../shell/company.ts'
import { DateTimeField } from '../../ui/dates/DateTimeField.tsx'
import styles from './TaskForm.module.css'
import type { TaskValues } from './taskValues.ts'
import { between, isPreset, later, type PresetName, presetNames, presetOf } from './wallTime.ts'

/** When the task begins and when it is due, by the clock of the company; the usual answers take one tap. */
export function WhenFields({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const { timeZone, isElsewhere } = useCompanyFormat()
  const rules = { required: t('problem.field.required') }
  const start = useController({ control: form.control, name: 'starts_at', rules })
  const due = useController({ control: form.control, name: 'due_after', rules: { required: t('tasks.dueTooEarly') } })
  const when = { starts_at: start.field.value, due_after: due.field.value }
  const now = Date.now()
  // While somebody types, the time may lie before the start for a moment; it must not be taken out of their hands.
  const [typedDue, setTypedDue] = useState<string>()

  function choose(name: PresetName) {
    const preset = presetOf(name, now, timeZone)
    start.field.onChange(preset.starts_at)
    due.field.onChange(preset.due_after)
    setTypedDue(undefined)
  }

  return (
    <fieldset className={styles.when}>
      <legend className={styles.legend}>{t('tasks.when')}</legend>
      <div className={styles.presets}>
        {presetNames.map(name => (
          <Button
            key={name}
            size="sm"
            variant="default"
            aria-pressed={isPreset(name, when, now, timeZone)}
            className={styles.preset}
            onClick={() => choose(name)}
          >
            {t(`tasks.presets.${name}`)}
          </Button>
        ))}
      </div>
      <div className={styles.times}>
        <DateTimeField
          label={t('tasks.startsAt')}
          required
          value={when.starts_at}
          onBlur={start.field.onBlur}
          onChange={start.field.onChange}
          error={start.fieldState.error?.message}
        />
        <DateTimeField
          label={t('tasks.due')}
          required
          min={when.starts_at}
          value={typedDue ?? later(when.starts_at, when.due_after)}
          onBlur={() => {
            due.field.onBlur()
            if (when.due_after) setTypedDue(undefined)
          }}
          onChange={moment => {
            setTypedDue(moment)
            due.field.onChange(between(when.starts_at, moment) ?? '')
          }}
          error={due.fieldState.error?.message}
        />
      </div>
      {isElsewhere && <p className={styles.zone}>{t('tasks.inZone', { zone: timeZone })}</p>}
    </fieldset>
  )
}
