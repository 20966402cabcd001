import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { Vehicle, vehicles } from '#shared/vehicles/contract.ts'
import { vehicleTypes } from '#shared/vehicles/rules.ts'
import { api } from '../api.ts'
import { ChoiceField, LongTextField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { Decks, DecksField } from './DecksField.tsx'

type VehicleValues = InputOf<typeof vehicles.create>

const valuesOf = (row: Vehicle | undefined): VehicleValues => ({
  name: row?.name ?? '',
  // Nothing until somebody chooses it; without it a vehicle is not saved.
  type: row?.type as VehicleValues['type'],
  plate: row?.plate ?? null,
  floor_area: row?.floor_area ?? null,
  vin: row?.vin ?? null,
  make: row?.make ?? null,
  model: row?.model ?? null,
  model_year: row?.model_year ?? null,
  decks: row?.decks ?? null,
  notes: row?.notes ?? null,
})

/** Adds a vehicle, or changes the one that it is given. */
export function VehicleForm({ vehicle, onClosed }: { vehicle?: Vehicle; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rowForm = useRowForm({
    name: 'vehicle',
    row: vehicle,
    valuesOf,
    save: (values, base) =>
      base ? api.vehicles.update({ ...values, id: base.id, revision: base.revision }) : api.vehicles.create(values),
    onSaved() {
      queries.invalidateQueries({ queryKey: api.vehicles.key })
      onClosed()
    },
  })
  const { form } = rowForm
  const typeName = (type: unknown) => {
    const known = vehicleTypes.find(one => one === type)
    return known ? t(`vehicles.types.${known}`) : ''
  }
  return (
    <RowFormSheet
      title={vehicle ? t('vehicles.edit') : t('vehicles.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('vehicles.name') },
        { name: 'plate', label: t('vehicles.plate') },
        { name: 'type', label: t('vehicles.type'), show: typeName },
        { name: 'floor_area', label: t('vehicles.floorArea') },
        { name: 'make', label: t('vehicles.make') },
        { name: 'model', label: t('vehicles.model') },
        { name: 'model_year', label: t('vehicles.modelYear') },
        { name: 'vin', label: t('vehicles.vin') },
        {
          name: 'decks',
          label: t('vehicles.decks'),
          show: decks => <Decks decks={(decks as VehicleValues['decks']) ?? []} />,
        },
        { name: 'notes', label: t('vehicles.notes') },
      ]}
    >
      <TextField form={form} name="name" label={t('vehicles.name')} required maxLength={200} />
      <TextField form={form} name="plate" label={t('vehicles.plate')} maxLength={30} />
      <ChoiceField
        form={form}
        name="type"
        label={t('vehicles.type')}
        required
        choices={vehicleTypes.map(type => ({ value: type, label: typeName(type) }))}
      />
      <NumberField
        min={0}
        form={form}
        name="floor_area"
        label={t('vehicles.floorArea')}
        description={t('vehicles.floorAreaHelp')}
      />
      <TextField form={form} name="make" label={t('vehicles.make')} maxLength={100} />
      <TextField form={form} name="model" label={t('vehicles.model')} maxLength={100} />
      <NumberField
        form={form}
        name="model_year"
        label={t('vehicles.modelYear')}
        min={1900}
        max={2200}
        allowDecimal={false}
      />
      <TextField form={form} name="vin" label={t('vehicles.vin')} maxLength={30} />
      <DecksField form={form} />
      <LongTextField form={form} name="notes" label={t('vehicles.notes')} />
    </RowFormSheet>
  )
}
