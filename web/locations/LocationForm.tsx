import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { Location, locations } from '#shared/locations/contract.ts'
import { locationTypes } from '#shared/locations/locationTypes.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { ChoiceField, LongTextField, TextField } from '../ui/fields/formFields.tsx'
import { RowName } from '../ui/list/RowName.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { locationsApi, peopleOf } from './api.ts'

type Values = InputOf<typeof locations.create>

const valuesOf = (row: Location | undefined): Values => ({
  name: row?.name ?? '',
  type: row?.type ?? 'barn',
  parent_id: row?.parent_id ?? null,
  responsible_id: row?.responsible_id ?? null,
  notes: row?.notes ?? null,
})

/** Adds a place, or changes the one that it is given. */
export function LocationForm({ location, onClosed }: { location?: Location; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const people = peopleOf(useUser()?.company_id ?? 0)
  const canChoose = useAbility()('read', 'Member')
  const rowForm = useRowForm({
    name: 'location',
    row: location,
    valuesOf,
    save: (values, base) =>
      base ? locationsApi.update({ ...values, id: base.id, revision: base.revision }) : locationsApi.create(values),
    onSaved() {
      queries.invalidateQueries({ queryKey: ['locations'] })
      onClosed()
    },
  })
  const { form } = rowForm
  const typeName = (type: unknown) => {
    const known = locationTypes.find(one => one === type)
    return known ? t(`locations.types.${known}`) : ''
  }
  return (
    <RowFormSheet
      title={location ? t('locations.edit') : t('locations.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('locations.name') },
        { name: 'type', label: t('locations.type'), show: typeName },
        {
          name: 'parent_id',
          label: t('locations.partOf'),
          show: id => <RowName id={Number(id)} get={locationsApi.get} />,
        },
        {
          name: 'responsible_id',
          label: t('locations.responsible'),
          show: id => <RowName id={Number(id)} get={people.get} />,
        },
        { name: 'notes', label: t('locations.notes') },
      ]}
    >
      <TextField form={form} name="name" label={t('locations.name')} required maxLength={200} />
      <ChoiceField
        form={form}
        name="type"
        label={t('locations.type')}
        required
        choices={locationTypes.map(type => ({ value: type, label: typeName(type) }))}
      />
      <RowField
        form={form}
        name="parent_id"
        label={t('locations.partOf')}
        from={locationsApi}
        // Neither itself nor what is a part of it.
        narrowed={location ? { outside: location.id } : {}}
      />
      {canChoose && <RowField form={form} name="responsible_id" label={t('locations.responsible')} from={people} />}
      <LongTextField form={form} name="notes" label={t('locations.notes')} />
    </RowFormSheet>
  )
}
