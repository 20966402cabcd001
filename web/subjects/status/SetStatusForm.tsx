import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SubjectStatus, subjectStatuses } from '#shared/subjects/registry.ts'
import { api } from '../../api.ts'
import { ChoiceField, LongTextField } from '../../ui/fields/formFields.tsx'
import { RowFormSheet } from '../../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../../ui/row/useRowForm.ts'
import type { StatedRow, StatusCalls } from '../registerApis.ts'

type Values = { state: SubjectStatus; reason: string | null }
type Props = { row: StatedRow; feature: string; calls: StatusCalls; onClosed: () => void }

/** Says by hand what state a row is in, and why. */
export function SetStatusForm({ row, feature, calls, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rowForm = useRowForm<Values, StatedRow>({
    name: `${feature}_${row.id}_status`,
    row: undefined,
    valuesOf: () => ({ state: 'ok', reason: null }),
    save: ({ state, reason }) => calls.setStatus({ id: row.id, state, reason: reason ?? '' }),
    onSaved() {
      for (const queryKey of [[feature], api.tasks.key, api.submissions.key]) queries.invalidateQueries({ queryKey })
      onClosed()
    },
  })
  const { form } = rowForm
  const choices = subjectStatuses.map(value => ({ value, label: t(`submissions.subjectStates.${value}`) }))
  return (
    <RowFormSheet
      title={t('subjects.setTitle', { name: row.name })}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'state', label: t('subjects.state') },
        { name: 'reason', label: t('subjects.reason') },
      ]}
    >
      <ChoiceField form={form} name="state" label={t('subjects.state')} required choices={choices} />
      <LongTextField
        form={form}
        name="reason"
        label={t('subjects.reason')}
        description={t('subjects.reasonHelp')}
        required
      />
    </RowFormSheet>
  )
}
