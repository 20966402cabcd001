import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { controls } from '#shared/lib/taskFields.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { ChoiceField, LongTextField } from '../../ui/fields/formFields.tsx'
import { RowFormSheet } from '../../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../../ui/row/useRowForm.ts'
import { VerifyAfterField } from '../form/RuleOfPeopleFields.tsx'

/**
 * Asks for the cause, for how strong the measure is, and, of people who assign tasks, when to ask whether it helped.
 */
export function CorrectionForm({ sent, onClosed }: { sent: SentTask; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isGiver = useAbility()('update', 'Task')
  const company = useQuery(api.companies.get.query({ id: sent.company_id }))
  const rowForm = useRowForm({
    name: 'correction',
    row: sent,
    valuesOf: row => ({
      root_cause: row?.root_cause ?? null,
      root_cause_words: row?.root_cause_words ?? null,
      control: row?.control ?? null,
      verify_after_days: row?.verify_after_days ?? null,
    }),
    save: ({ verify_after_days, ...values }, base = sent) =>
      api.tasks.correct({ ...values, ...(isGiver && { verify_after_days }), id: base.id, revision: base.revision }),
    onSaved() {
      queries.invalidateQueries({ queryKey: api.tasks.key })
      onClosed()
    },
  })
  const { form } = rowForm
  const known = [...new Set([...(company.data?.root_causes ?? []), ...(sent.root_cause ? [sent.root_cause] : [])])]
  const controlName = (control: unknown) => {
    const one = controls.find(each => each === control)
    return one && t(`tasks.correction.controls.${one}`)
  }
  return (
    <RowFormSheet
      title={t('tasks.correction.title')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'root_cause', label: t('tasks.correction.rootCause') },
        { name: 'root_cause_words', label: t('tasks.correction.rootCauseWords') },
        { name: 'control', label: t('tasks.correction.control'), show: controlName },
        { name: 'verify_after_days', label: t('tasks.correction.verifyAfter') },
      ]}
    >
      {known.length > 0 && (
        <ChoiceField
          form={form}
          name="root_cause"
          label={t('tasks.correction.rootCause')}
          choices={known.map(value => ({ value, label: value }))}
        />
      )}
      <LongTextField
        form={form}
        name="root_cause_words"
        label={t('tasks.correction.rootCauseWords')}
        description={t('tasks.correction.rootCauseWordsHelp')}
      />
      <ChoiceField
        form={form}
        name="control"
        label={t('tasks.correction.control')}
        choices={controls.map(value => ({ value, label: t(`tasks.correction.controls.${value}`) }))}
      />
      {isGiver && <VerifyAfterField form={form} />}
    </RowFormSheet>
  )
}
