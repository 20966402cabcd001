import { ActionIcon, Autocomplete, Button, Group, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useController, useFieldArray, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { breedIn, breedsOf } from '#shared/animals/breeds.ts'
import type { Animal, animals, Identifier } from '#shared/animals/contract.ts'
import {
  animalKinds,
  healthStatuses,
  identifierSchemes,
  productionPurposes,
  sexes,
  species,
} from '#shared/animals/rules.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { currentFormats } from '../lib/format.ts'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'
import { addRow } from '../subjects/commands.ts'
import { RegisterField } from '../subjects/RegisterField.tsx'
import { ChoiceField, DayField, LongTextField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { MoreFields } from '../ui/row/MoreFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { tellDone } from '../ui/toast.tsx'

type AnimalValues = InputOf<typeof animals.create>

const valuesOf = (row: Animal | undefined): AnimalValues => ({
  kind: row?.kind ?? 'individual',
  // One that has only a mark is called by it.
  name: !row || row.name === row.identifier ? '' : row.name,
  identifier: row?.identifier ?? null,
  identifier_scheme: row?.identifier_scheme ?? 'ear_tag',
  other_identifiers: row?.other_identifiers ?? [],
  species: row?.species ?? 'cattle',
  sex: row?.sex ?? 'unknown',
  breed: row?.breed ?? null,
  birth_date: row?.birth_date ?? null,
  mother_id: row?.mother_id ?? null,
  father_id: row?.father_id ?? null,
  health_status: row?.health_status ?? null,
  production_purpose: row?.production_purpose ?? null,
  animal_group_id: row?.animal_group_id ?? null,
  location_id: row?.location_id ?? null,
  head_count: row?.head_count ?? null,
  notes: row?.notes ?? null,
})

/** What an animal is sent as. It is called by its mark where it has no name. */
const draftOf = (values: AnimalValues) => ({ ...values, name: values.name || (values.identifier ?? '') })

/** What the next animal has in common with the last one. */
const nextAfter = ({ name: _, identifier: __, other_identifiers: ___, notes: ____, ...shared }: AnimalValues) => ({
  ...valuesOf(undefined),
  ...shared,
})

/** Fields that a new animal seldom needs. */
const more = [
  ...(['kind', 'head_count', 'identifier_scheme', 'other_identifiers', 'sex', 'breed', 'mother_id'] as const),
  ...(['father_id', 'health_status', 'production_purpose', 'location_id', 'notes'] as const),
]

type Props = {
  animal?: Animal
  /** One that was registered on this device and that the server did not take as it is. */
  refused?: NewRowEntry | undefined
  onClosed: () => void
}

/** Adds an animal, without signal too, or changes the one that it is given. */
export function AnimalForm({ animal, refused, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rowForm = useRowForm({
    name: refused ? `animal_${refused.uuid}` : 'animal',
    row: animal,
    valuesOf: row => valuesOf(row ?? (refused?.input as Animal | undefined)),
    save: (values, base): Promise<Animal> => {
      const draft = draftOf(values)
      if (base) return api.animals.update({ ...draft, id: base.id, revision: base.revision })
      const entry = { kind: 'animal', title: draft.name, input: draft, isNamed: true, instead: refused }
      return addRow({ ...entry, create: api.animals.create })
    },
    nextAfter,
    onSaved(saved, isAnother) {
      queries.invalidateQueries({ queryKey: api.animals.key })
      if (!isAnother) return onClosed()
      if (saved.id > 0) void tellDone(t('animals.added', { name: saved.name }))
      rowForm.form.setFocus('identifier')
    },
  })
  const { form } = rowForm
  const [kind, scheme] = useWatch({ control: form.control, name: ['kind', 'identifier_scheme'] })
  const isBatch = kind === 'batch'
  const speciesChoices = species.map(value => ({ value, label: t(`animals.speciesNames.${value}`) }))
  const sexChoices = sexes.map(value => ({ value, label: t(`animals.sexes.${value}`) }))
  const schemeChoices = identifierSchemes.map(value => ({ value, label: t(`animals.schemes.${value}`) }))
  const healthChoices = healthStatuses.map(value => ({ value, label: t(`animals.healthStatuses.${value}`) }))
  const purposeChoices = productionPurposes.map(value => ({ value, label: t(`animals.keptForNames.${value}`) }))
  const shownMarks = (marks: unknown) =>
    currentFormats().commas((marks as Animal['other_identifiers']).map(({ value }) => value))
  const nameIn = (choices: { value: string; label: string }[]) => (value: unknown) =>
    choices.find(choice => choice.value === value)?.label ?? ''
  return (
    <RowFormSheet
      title={animal ? t('animals.edit') : t('animals.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      another={animal || refused ? undefined : t('animals.saveAnother')}
      fields={[
        { name: 'name', label: t('animals.name') },
        { name: 'identifier', label: t('animals.identifier') },
        { name: 'species', label: t('animals.species'), show: nameIn(speciesChoices) },
        { name: 'sex', label: t('animals.sex'), show: nameIn(sexChoices) },
        { name: 'identifier_scheme', label: t('animals.scheme'), show: nameIn(schemeChoices) },
        { name: 'other_identifiers', label: t('animals.otherMarks'), show: shownMarks },
        { name: 'breed', label: t('animals.breed') },
        { name: 'birth_date', label: t('animals.birthDate') },
        { name: 'mother_id', label: t('animals.mother') },
        { name: 'father_id', label: t('animals.father') },
        { name: 'health_status', label: t('animals.health'), show: nameIn(healthChoices) },
        { name: 'production_purpose', label: t('animals.keptFor'), show: nameIn(purposeChoices) },
        { name: 'animal_group_id', label: t('animals.group') },
        { name: 'location_id', label: t('animals.place') },
        { name: 'head_count', label: t('animals.headCount') },
        { name: 'notes', label: t('animals.notes') },
      ]}
    >
      <TextField
        form={form}
        name="identifier"
        label={t(`animals.schemes.${scheme ?? 'ear_tag'}`)}
        description={t('animals.identifierHelp')}
        maxLength={100}
        validate={mark => (mark || form.getValues('name') ? undefined : t('animals.tagOrName'))}
      />
      <TextField form={form} name="name" label={t('animals.name')} maxLength={200} />
      <ChoiceField form={form} name="species" label={t('animals.species')} required choices={speciesChoices} />
      <DayField form={form} name="birth_date" label={t('animals.birthDate')} />
      <RegisterField form={form} name="animal_group_id" label={t('animals.group')} type="animal_group" />
      <MoreFields form={form} names={more} isOpenAtFirst={animal !== undefined || refused !== undefined}>
        {!animal && (
          <ChoiceField
            form={form}
            name="kind"
            label={t('animals.kind')}
            required
            choices={animalKinds.map(value => ({ value, label: t(`animals.kinds.${value}`) }))}
          />
        )}
        {isBatch && (
          <NumberField
            form={form}
            name="head_count"
            label={t('animals.headCount')}
            description={t('animals.headCountHelp')}
            min={0}
            allowDecimal={false}
          />
        )}
        <ChoiceField form={form} name="sex" label={t('animals.sex')} required choices={sexChoices} />
        <BreedField form={form} />
        <ChoiceField
          form={form}
          name="identifier_scheme"
          label={t('animals.scheme')}
          required
          choices={schemeChoices}
        />
        <OtherMarks form={form} choices={schemeChoices} />
        {!isBatch && (
          <>
            <RegisterField form={form} name="mother_id" label={t('animals.mother')} type="animal" except={animal?.id} />
            <RegisterField form={form} name="father_id" label={t('animals.father')} type="animal" except={animal?.id} />
          </>
        )}
        <ChoiceField form={form} name="health_status" label={t('animals.health')} choices={healthChoices} />
        <ChoiceField form={form} name="production_purpose" label={t('animals.keptFor')} choices={purposeChoices} />
        <RegisterField form={form} name="location_id" label={t('animals.place')} type="location" />
        <LongTextField form={form} name="notes" label={t('animals.notes')} />
      </MoreFields>
    </RowFormSheet>
  )
}

/** The breed of an animal: one of those of its species, as the reader's language calls them, or what is typed. */
function BreedField({ form }: { form: UseFormReturn<AnimalValues> }) {
  const { t, i18n } = useTranslation()
  const locale = toLocale(i18n.language)
  const { field, fieldState } = useController({ control: form.control, name: 'breed' })
  // Nobody's words become others while they are typed.
  const [typed, setTyped] = useState<string>()
  const choices = breedsOf(useWatch({ control: form.control, name: 'species' }), locale)
  return (
    <Autocomplete
      ref={field.ref}
      name={field.name}
      onBlur={() => {
        setTyped(undefined)
        field.onBlur()
      }}
      label={t('animals.breed')}
      maxLength={100}
      error={fieldState.error?.message}
      data={choices.map(({ label }) => label)}
      limit={100}
      value={typed ?? (field.value ? breedIn(locale, field.value) : '')}
      onChange={text => {
        setTyped(text)
        field.onChange(text === '' ? null : (choices.find(({ label }) => label === text)?.value ?? text))
      }}
    />
  )
}

const most = 10

type OtherMarksProps = { form: UseFormReturn<AnimalValues>; choices: { value: Identifier['scheme']; label: string }[] }

/** The marks of an animal beside its first one, each with its kind. */
function OtherMarks({ form, choices }: OtherMarksProps) {
  const { t } = useTranslation()
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: 'other_identifiers' })
  return (
    <fieldset>
      <legend>{t('animals.otherMarks')}</legend>
      {fields.map(({ id, scheme, value }, index) => (
        <Group key={id} wrap="nowrap" align="end" gap="xs" mb="xs">
          <Select
            label={t('animals.scheme')}
            data={choices}
            value={scheme}
            allowDeselect={false}
            onChange={picked => update(index, { scheme: picked as Identifier['scheme'], value: valueAt(index) })}
          />
          <TextInput label={t('animals.mark')} maxLength={100} defaultValue={value} {...registered(index)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('animals.removeMark', { value: valueAt(index) || value })}
            onClick={() => remove(index)}
          >
            <IconX size={20} />
          </ActionIcon>
        </Group>
      ))}
      {fields.length < most && (
        <Button variant="subtle" size="compact-md" onClick={() => append({ scheme: 'eid', value: '' })}>
          {t('animals.addMark')}
        </Button>
      )}
    </fieldset>
  )

  function valueAt(index: number): string {
    return form.getValues(`other_identifiers.${index}.value`) ?? ''
  }
  function registered(index: number) {
    return form.register(`other_identifiers.${index}.value`)
  }
}
