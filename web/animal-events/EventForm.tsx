import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { type EventType, eventStates, eventTypes } from '#shared/animal-events/rules.ts'
import { api } from '../api.ts'
import { useToday } from '../shell/company.ts'
import { addRow } from '../subjects/commands.ts'
import { RegisterField } from '../subjects/RegisterField.tsx'
import { ChoiceField, DayField, LongTextField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { choicesOf, type DetailName, draftOf, type EventValues, fieldsOf, requiredOf, valuesOf } from './eventFields.ts'
import { callsFor, type EventEntry, isEventOf, keysAfterEvent, type Owner } from './queries.ts'
import { useDetailName } from './useEventWords.ts'

type Props = {
  owner: Owner
  event?: AnimalEvent | undefined
  /** One that was recorded on this device and that the server did not take as it is. */
  refused?: EventEntry | undefined
  /** What alone is recorded here, and what that is called. */
  only?: EventType
  title?: string
  onClosed: () => void
}

/** Records, without signal too, or plans what happens to an animal or a group, or changes what was recorded. */
export function EventForm({ owner, event, refused, only, title, onClosed }: Props) {
  const { t } = useTranslation()
  const today = useToday()
  const queries = useQueryClient()
  const rowForm = useRowForm({
    name: refused ? `event_${refused.uuid}` : `${only ?? 'event'}_of_${owner.type}_${owner.id}`,
    row: event,
    valuesOf: (row: AnimalEvent | undefined) => ({
      ...valuesOf(row ?? (refused?.input as AnimalEvent | undefined), today),
      ...(only && !row && { type: only }),
    }),
    save: (values, base): Promise<AnimalEvent> =>
      base
        ? api.animalEvents.update({ ...draftOf(values), id: base.id, revision: base.revision })
        : addRow({
            ...{ kind: 'animalEvent', title: owner.name ?? '', isBehind: isEventOf(owner), instead: refused },
            input: { ...draftOf(values), id: owner.id, owner: owner.type },
            create: ({ owner: _, ...input }: EventEntry['input'], options) => callsFor(owner).create(input, options),
          }),
    onSaved() {
      for (const queryKey of keysAfterEvent) queries.invalidateQueries({ queryKey })
      onClosed()
    },
  })
  const { form } = rowForm
  const type = useWatch({ control: form.control, name: 'type' })
  // A reason of another kind is none here.
  const asked = useRef(type)
  useEffect(() => {
    if (asked.current !== type) form.setValue('reason', null)
    asked.current = type
  }, [type, form])
  const areMany = owner.type === 'animal_group' || owner.isBatch === true
  const offered = eventTypes.filter(
    one => (owner.type === 'animal' || !/_group$/.test(one)) && (areMany || one !== 'count'),
  )
  const isCounted = ['arrival', 'departure', 'death', 'count'].includes(type)
  const typeName = (value: unknown) => t(`animalEvents.types.${value as AnimalEvent['details']['type']}`)
  const stateName = (value: AnimalEvent['state']) => t(value === 'done' ? 'animalEvents.done' : 'animalEvents.plan')
  return (
    <RowFormSheet
      title={title ?? (event ? t('animalEvents.change') : t('animalEvents.record'))}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'day', label: t('animalEvents.day') },
        { name: 'state', label: t('animalEvents.state'), show: value => stateName(value as AnimalEvent['state']) },
        { name: 'note', label: t('animalEvents.note') },
      ]}
    >
      {!event && !only && (
        <ChoiceField
          form={form}
          name="type"
          label={t('animalEvents.type')}
          required
          choices={offered.map(value => ({ value, label: typeName(value) }))}
        />
      )}
      <DayField form={form} name="day" label={t('animalEvents.day')} required />
      <ChoiceField
        form={form}
        name="state"
        label={t('animalEvents.state')}
        required
        choices={eventStates.map(value => ({ value, label: stateName(value) }))}
      />
      {(type === 'move' || (type === 'arrival' && !areMany)) && (
        <RegisterField form={form} name="location_id" label={t('animalEvents.toPlace')} type="location" />
      )}
      {type === 'join_group' && (
        <RegisterField form={form} name="joined_group_id" label={t('animalEvents.toGroup')} type="animal_group" />
      )}
      {areMany && (
        <NumberField
          form={form}
          name="head_count"
          label={t('animalEvents.heads')}
          min={0}
          allowDecimal={false}
          required={isCounted}
        />
      )}
      <DetailFields form={form} type={type} areMany={areMany} />
      <LongTextField form={form} name="note" label={t('animalEvents.note')} />
    </RowFormSheet>
  )
}

type DetailFieldsProps = { form: UseFormReturn<EventValues>; type: EventType; areMany: boolean }

/** Fields for this kind of event. */
function DetailFields({ areMany, ...props }: DetailFieldsProps) {
  // Of one animal its sex is known.
  const names = fieldsOf[props.type].filter(name => areMany || name !== 'sex')
  return names.map(name => <DetailField key={`${props.type}.${name}`} {...props} name={name} />)
}

function DetailField({ form, type, name }: Omit<DetailFieldsProps, 'areMany'> & { name: DetailName }) {
  const { t } = useTranslation()
  const label = useDetailName()(name)
  const bound = { form, label, required: requiredOf[type]?.includes(name) ?? false }
  switch (name) {
    case 'reason':
    case 'disposal':
    case 'result':
    case 'product':
    case 'sex':
      return <ChoiceField {...bound} name={name} choices={choicesOf(t, type, name)} />
    case 'milk_until':
    case 'meat_until':
    case 'eggs_until':
      return <DayField {...bound} name={name} />
    case 'born_alive':
    case 'born_dead':
    case 'days':
    case 'heads_female':
    case 'heads_female_neuter':
    case 'heads_male':
    case 'heads_male_neuter':
      return <NumberField {...bound} name={name} min={0} allowDecimal={false} />
    case 'kilograms':
      return <NumberField {...bound} name={name} min={0} />
    default:
      return <TextField {...bound} name={name} maxLength={200} />
  }
}
