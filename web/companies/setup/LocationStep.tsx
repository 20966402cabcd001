import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { locationTypes } from '#shared/locations/rules.ts'
import { api } from '../../api.ts'
import { ChoiceField, TextField } from '../../ui/fields/formFields.tsx'
import { useDraftForm } from '../../ui/row/useDraftForm.ts'
import { StepFrame } from './StepFrame.tsx'

type Values = { name: string; type: (typeof locationTypes)[number] }

/** A first place, by which tasks and answers can be told apart. */
export function LocationStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, restart } = useDraftForm<Values>('setup_location', { name: '', type: 'site' })
  const adding = useMutation({
    mutationFn: (values: Values) => api.locations.create(values),
    onSuccess() {
      queries.invalidateQueries({ queryKey: api.locations.key })
      restart()
      onNext()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <StepFrame
      title={t('companies.setup.location.title')}
      text={t('companies.setup.location.text')}
      problem={adding.error ?? undefined}
      onSkip={onNext}
      onNext={form.handleSubmit(values => adding.mutate(values))}
      nextText={t('companies.setup.location.add')}
      isBusy={adding.isPending}
    >
      <TextField form={form} name="name" label={t('companies.setup.location.name')} required maxLength={200} />
      <ChoiceField
        form={form}
        name="type"
        label={t('locations.type')}
        required
        choices={locationTypes.map(type => ({ value: type, label: t(`locations.types.${type}`) }))}
      />
    </StepFrame>
  )
}
