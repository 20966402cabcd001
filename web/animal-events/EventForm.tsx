import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { eventStates, eventTypes } from '#shared/animal-events/eventWords.ts'
import { animalGroupsApi } from '../animal-groups/api.ts'
import { locationsApi } from '../locations/api.ts'
import { ChoiceField, DayField, LongTextField, NumberField } from '../ui/fields/formFields.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { animalEventsApi, callsFor, keysAfterEvent, type Owner } from './api.ts'
import { DetailFields } from './DetailFields.tsx'
import { draftOf, valuesOf } from './eventFields.ts'
import { today } from './today.ts'

type Props = { owner: Owner; event?: AnimalEvent | undefined; onClosed: () => void }

/** Records or plans what happens to an animal or a group, or changes what was recorded. */
export function EventForm({ owner, event, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rowForm = useRowForm({
    name: `event_of_${owner.type}_${owner.id}`,
    row: event,
    valuesOf: (row: AnimalEvent | undefined) => valuesOf(row, today()),
    save: (values, base) =>
      base
        ? animalEventsApi.update({ ...draftOf(values), id: base.id, revision: base.revision })
        : callsFor(owner).create({ ...draftOf(values), id: owner.id }),
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
      title={event ? t('animalEvents.change') : t('animalEvents.record')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'day', label: t('animalEvents.day') },
        { name: 'state', label: t('animalEvents.state'), show: value => stateName(value as AnimalEvent['state']) },
        { name: 'note', label: t('animalEvents.note') },
      ]}
    >
      {!event && (
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
        <RowField form={form} name="location_id" label={t('animalEvents.toPlace')} from={locationsApi} />
      )}
      {type === 'join_group' && (
        <RowField form={form} name="joined_group_id" label={t('animalEvents.toGroup')} from={animalGroupsApi} />
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
