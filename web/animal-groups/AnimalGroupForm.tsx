import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup, animalGroups } from '#shared/animal-groups/contract.ts'
import { groupPurposes } from '#shared/animal-groups/groupPurposes.ts'
import { species } from '#shared/animals/species.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { locationsApi } from '../locations/api.ts'
import { ChoiceField, LongTextField, TextField } from '../ui/fields/formFields.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { animalGroupsApi } from './api.ts'

type Values = InputOf<typeof animalGroups.create>

const valuesOf = (row: AnimalGroup | undefined): Values => ({
  name: row?.name ?? '',
  purpose: row?.purpose ?? 'enclosure',
  species: row?.species ?? null,
  location_id: row?.location_id ?? null,
  notes: row?.notes ?? null,
})

/** Adds a group of animals, or changes the one that it is given. */
export function AnimalGroupForm({ group, onClosed }: { group?: AnimalGroup; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rowForm = useRowForm({
    name: 'animal_group',
    row: group,
    valuesOf,
    save: (values, base) =>
      base
        ? animalGroupsApi.update({ ...values, id: base.id, revision: base.revision })
        : animalGroupsApi.create(values),
    onSaved() {
      queries.invalidateQueries({ queryKey: ['animalGroups'] })
      onClosed()
    },
  })
  const { form } = rowForm
  const purposeChoices = groupPurposes.map(value => ({ value, label: t(`animalGroups.purposes.${value}`) }))
  const speciesChoices = species.map(value => ({ value, label: t(`animals.speciesNames.${value}`) }))
  const nameIn = (choices: { value: string; label: string }[]) => (value: unknown) =>
    choices.find(choice => choice.value === value)?.label ?? ''
  return (
    <RowFormSheet
      title={group ? t('animalGroups.edit') : t('animalGroups.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('animalGroups.name') },
        { name: 'purpose', label: t('animalGroups.purpose'), show: nameIn(purposeChoices) },
        { name: 'species', label: t('animals.species'), show: nameIn(speciesChoices) },
        { name: 'location_id', label: t('animalGroups.location') },
        { name: 'notes', label: t('animalGroups.notes') },
      ]}
    >
      <TextField form={form} name="name" label={t('animalGroups.name')} required maxLength={200} />
      <ChoiceField form={form} name="purpose" label={t('animalGroups.purpose')} required choices={purposeChoices} />
      <ChoiceField form={form} name="species" label={t('animals.species')} choices={speciesChoices} />
      <RowField form={form} name="location_id" label={t('animalGroups.location')} from={locationsApi} />
      <LongTextField form={form} name="notes" label={t('animalGroups.notes')} />
    </RowFormSheet>
  )
}
