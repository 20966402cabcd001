import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnimalGroup, animalGroups } from '#shared/animals/contract.ts'
import { groupPurposes, species } from '#shared/animals/rules.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'
import { addRow } from '../subjects/commands.ts'
import { RegisterField } from '../subjects/RegisterField.tsx'
import { ChoiceField, LongTextField, TextField } from '../ui/fields/formFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'

/** Fetched with it. */
export { ReadAnimals } from './ReadAnimals.tsx'

type Values = InputOf<typeof animalGroups.create>

const valuesOf = (row: AnimalGroup | undefined): Values => ({
  name: row?.name ?? '',
  purpose: row?.purpose ?? 'enclosure',
  species: row?.species ?? null,
  location_id: row?.location_id ?? null,
  notes: row?.notes ?? null,
})

type Props = {
  group?: AnimalGroup
  /** One that was registered on this device and that the server did not take as it is. */
  refused?: NewRowEntry | undefined
  onClosed: () => void
}

/** Adds a group of animals, offline too, or changes the one that it is given. */
export function AnimalGroupForm({ group, refused, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rowForm = useRowForm({
    name: refused ? `animal_group_${refused.uuid}` : 'animal_group',
    row: group,
    valuesOf: row => valuesOf(row ?? (refused?.input as AnimalGroup | undefined)),
    save: (values, base): Promise<AnimalGroup> =>
      base
        ? api.animalGroups.update({ ...values, id: base.id, revision: base.revision })
        : addRow({
            ...{ kind: 'animal_group', title: values.name, input: values, isNamed: true, instead: refused },
            create: api.animalGroups.create,
          }),
    onSaved() {
      queries.invalidateQueries({ queryKey: api.animalGroups.key })
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
      <RegisterField form={form} name="location_id" label={t('animalGroups.location')} type="location" />
      <LongTextField form={form} name="notes" label={t('animalGroups.notes')} />
    </RowFormSheet>
  )
}
