import { Button, Fieldset, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { Location, locations } from '#shared/locations/contract.ts'
import { locationTypes, maxAlsoResponsible, maxOfficialNumbers } from '#shared/locations/rules.ts'
import { registerNames } from '../answers/registerNames.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'
import { useUser } from '../lib/session/session.ts'
import { PeopleSelect, usePeopleNames } from '../members/PeopleSelect.tsx'
import { peopleOf } from '../members/queries.ts'
import { addRow } from '../subjects/commands.ts'
import { ChoiceField, LongTextField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { RowName } from '../ui/list/DataTable.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import styles from './Locations.module.css'
import { numbersInWords } from './numbersInWords.ts'
import { OutlineField } from './OutlineField.tsx'

type LocationValues = InputOf<typeof locations.create>

const valuesOf = (row: Location | undefined): LocationValues => ({
  name: row?.name ?? '',
  type: row?.type ?? 'barn',
  parent_id: row?.parent_id ?? null,
  responsible_id: row?.responsible_id ?? null,
  also_responsible_ids: row?.also_responsible_ids ?? [],
  capacity_heads: row?.capacity_heads ?? null,
  floor_area: row?.floor_area ?? null,
  address: row?.address ?? null,
  official_numbers: row?.official_numbers ?? null,
  outline: row?.outline ?? null,
  notes: row?.notes ?? null,
})

/** The input of the call, without empty rows. */
function draftOf({ official_numbers: rows, ...values }: LocationValues): LocationValues {
  const written = rows?.filter(({ scheme, number }) => scheme.trim() || number.trim()) ?? []
  return { ...values, official_numbers: written.length > 0 ? written : null }
}

type Props = {
  location?: Location
  /** One that was registered on this device and that the server did not take as it is. */
  refused?: NewRowEntry | undefined
  onClosed: () => void
}

/** Adds a location, offline too, or edits the one that it is given. */
export function LocationForm({ location, refused, onClosed }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const people = peopleOf(useUser()?.company_id ?? 0)
  const canChoose = useAbility()('read', 'Member')
  const atHand = useQuery(registerNames('location'))
  const rowForm = useRowForm({
    name: refused ? `location_${refused.uuid}` : 'location',
    row: location,
    valuesOf: row => valuesOf(row ?? (refused?.input as Location | undefined)),
    save: (values, base): Promise<Location> =>
      base
        ? api.locations.update({ ...draftOf(values), id: base.id, revision: base.revision })
        : addRow({
            ...{ kind: 'location', title: values.name, input: draftOf(values), isNamed: true, instead: refused },
            create: api.locations.create,
          }),
    onSaved() {
      for (const { key } of [api.locations, api.placeTree]) queries.invalidateQueries({ queryKey: key })
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
          show: id => <RowName id={Number(id)} get={api.locations.get} />,
        },
        {
          name: 'responsible_id',
          label: t('locations.responsible'),
          show: id => <RowName id={Number(id)} get={people.get} />,
        },
        {
          name: 'also_responsible_ids',
          label: t('locations.alsoResponsible'),
          show: ids => <PeopleNames ids={ids as number[]} />,
        },
        { name: 'capacity_heads', label: t('locations.capacity') },
        { name: 'floor_area', label: t('locations.floorArea') },
        { name: 'address', label: t('locations.address') },
        {
          name: 'official_numbers',
          label: t('locations.officialNumbers'),
          show: rows => numbersInWords(rows as LocationValues['official_numbers']),
        },
        {
          name: 'outline',
          label: t('locations.outline'),
          show: points => format.number((points as unknown[] | null)?.length ?? 0),
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
        from={api.locations}
        atHand={atHand.data}
        // Neither itself nor what is a part of it.
        narrowed={location ? { outside: location.id } : {}}
      />
      {canChoose && (
        <>
          <RowField form={form} name="responsible_id" label={t('locations.responsible')} from={people} />
          <PeopleField form={form} name="also_responsible_ids" label={t('locations.alsoResponsible')} />
        </>
      )}
      <NumberField
        form={form}
        name="capacity_heads"
        label={t('locations.capacity')}
        description={t('locations.roomHelp')}
        min={1}
        max={10_000_000}
        allowDecimal={false}
      />
      <NumberField
        min={0}
        form={form}
        name="floor_area"
        label={t('locations.floorArea')}
        description={t('locations.roomHelp')}
      />
      <TextField form={form} name="address" label={t('locations.address')} maxLength={500} />
      <OfficialNumbersField form={form} />
      <OutlineField form={form} />
      <LongTextField form={form} name="notes" label={t('locations.notes')} />
    </RowFormSheet>
  )
}

type PeopleFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
}

/** Chooses several people of the company by typing a part of a name. */
function PeopleField<Values extends FieldValues>({ form, name, label }: PeopleFieldProps<Values>) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <PeopleSelect
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      error={fieldState.error?.message}
      ids={field.value}
      most={maxAlsoResponsible}
      offeredFor="tasks"
      onChange={field.onChange}
    />
  )
}

/** Who they are. */
function PeopleNames({ ids }: { ids: readonly number[] }) {
  const format = useFormat()
  return <bdi>{format.list(usePeopleNames(ids).map(({ name }) => name))}</bdi>
}

/**
 * What authorities know a place by: which number it is, and the number. A row that says nothing is left out when it is
 * saved.
 */
function OfficialNumbersField({ form }: { form: UseFormReturn<LocationValues> }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name: 'official_numbers',
    rules: {
      validate: rows =>
        !rows?.some(({ scheme, number }) => !scheme.trim() !== !number.trim()) || t('locations.numberHalf'),
    },
  })
  const rows = field.value ?? []
  const change = (at: number, part: object) =>
    field.onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <Fieldset legend={t('locations.officialNumbers')} className={styles.rows}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={index} className={styles.row}>
          <TextInput
            label={t('locations.scheme')}
            maxLength={60}
            value={row.scheme}
            onChange={event => change(index, { scheme: event.currentTarget.value })}
          />
          <TextInput
            label={t('locations.number')}
            maxLength={60}
            dir="auto"
            value={row.number}
            onChange={event => change(index, { number: event.currentTarget.value })}
          />
        </div>
      ))}
      {fieldState.error && (
        <p role="alert" className={styles.error}>
          {fieldState.error.message}
        </p>
      )}
      {rows.length < maxOfficialNumbers && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} />}
          onClick={() => field.onChange([...rows, { scheme: '', number: '' }])}
        >
          {t('locations.addNumber')}
        </Button>
      )}
    </Fieldset>
  )
}
