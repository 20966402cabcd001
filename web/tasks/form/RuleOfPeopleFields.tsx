import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { maxVerifyDays } from '#shared/lib/taskFields.ts'
import { doneByRules, missedRules, taskKinds } from '#shared/tasks/rules.ts'
import { ChoiceField, NumberField, SwitchField } from '../../ui/fields/formFields.tsx'
import { lateTimes, type TaskValues } from './taskValues.ts'

/** Kind of the task, whose work it is when it is for several, and what happens when nobody does it. */
export function RuleOfPeopleFields({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const [kind, recurrence, subjects, lateFor, opensBefore] = useWatch({
    control: form.control,
    name: ['kind', 'recurrence', 'subjects', 'late_for', 'opens_before'],
  })
  // What another maker wrote can be kept.
  const times = (own: string | null) =>
    [...new Set([...lateTimes, ...(own ? [own] : [])])].map(value => ({
      value,
      label: lateTimes.some(one => one === value) ? t(`tasks.times.${value as (typeof lateTimes)[number]}`) : value,
    }))
  return (
    <>
      <ChoiceField
        form={form}
        name="kind"
        label={t('tasks.kind')}
        required
        choices={taskKinds.map(value => ({ value, label: t(`tasks.kinds.${value}`) }))}
      />
      {kind === 'corrective' && recurrence === null && <VerifyAfterField form={form} />}
      <ChoiceField
        form={form}
        name="done_by"
        label={t('tasks.doneBy')}
        required
        choices={doneByRules.map(value => ({ value, label: t(`tasks.doneByRules.${value}`) }))}
      />
      {subjects.length > 1 && (
        <SwitchField
          form={form}
          name="per_subject"
          label={t('tasks.perSubject')}
          description={t('tasks.perSubjectHelp')}
        />
      )}
      {recurrence !== null && (
        <ChoiceField
          form={form}
          name="missed"
          label={t('tasks.missed')}
          required
          choices={missedRules.map(value => ({ value, label: t(`tasks.missedRules.${value}`) }))}
        />
      )}
      <ChoiceField form={form} name="opens_before" label={t('tasks.opensBefore')} choices={times(opensBefore)} />
      <ChoiceField form={form} name="late_for" label={t('tasks.lateFor')} choices={times(lateFor)} />
    </>
  )
}

/** After how many days somebody else is asked whether it helped. */
export function VerifyAfterField<Values extends FieldValues & { verify_after_days: number | null }>({
  form,
}: {
  form: UseFormReturn<Values>
}) {
  const { t } = useTranslation()
  return (
    <NumberField
      form={form}
      name={'verify_after_days' as Path<Values>}
      label={t('tasks.correction.verifyAfter')}
      description={t('tasks.correction.verifyAfterHelp')}
      min={1}
      max={maxVerifyDays}
      allowDecimal={false}
    />
  )
}
