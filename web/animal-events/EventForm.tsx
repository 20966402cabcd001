import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { type EventType, eventStates, eventTypes } from '#shared/animal-events/rules.ts'
import { givesFood } from '#shared/animals/rules.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useToday } from '../shell/company.ts'
import { addRow } from '../subjects/commands.ts'
import { RegisterField } from '../subjects/RegisterField.tsx'
import { ChoiceField, DayField, LongTextField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { runBulkAction } from '../ui/list/BulkBar.tsx'
import { MoreFields } from '../ui/row/MoreFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { tellDone, tellUndo } from '../ui/toast.tsx'
import {
  choicesOf,
  type DetailName,
  draftOf,
  type EventValues,
  fieldsOf,
  isKnown,
  isSeldomAsked,
  isWithdrawal,
  productOf,
  requiredOf,
  unfoldedNames,
  untilAfter,
  valuesOf,
  type WithdrawalName,
  withOwnCount,
} from './eventFields.ts'
import { MedicineField } from './MedicineField.tsx'
import { callsFor, type EventEntry, isEventOf, keysAfterEvent, type Owner } from './queries.ts'
import { useDetailName } from './useEventWords.ts'

type Props = {
  owner: Owner
  /** All for which the same is recorded, `owner` among them. */
  owners?: readonly Owner[]
  event?: AnimalEvent | undefined
  /** One that was recorded on this device and that the server did not take as it is. */
  refused?: EventEntry | undefined
  /** What alone is recorded here, and what that is called. */
  only?: EventType
  title?: string
  onSaved?: () => void
  onClosed: () => void
}

/** Records, offline too, or plans what happens to an animal or a group, or changes what was recorded. */
export function EventForm({ owner, owners = [owner], event, refused, only, title, onSaved, onClosed }: Props) {
  const { t } = useTranslation()
  const today = useToday()
  const queries = useQueryClient()
  const areSeveral = owners.length > 1
  const record = (values: EventValues, of: Owner) =>
    addRow<AnimalEvent>({
      ...{ kind: 'animalEvent', title: of.name ?? '', isBehind: isEventOf(of), instead: refused, isQuiet: areSeveral },
      input: { ...draftOf(areSeveral ? withOwnCount(values, owners.length) : values), id: of.id, owner: of.type },
      create: ({ owner: _, ...input }: EventEntry['input'], options) => callsFor(of).create(input, options),
    })
  const made = useRef<AnimalEvent[]>([])
  const read = () => {
    for (const queryKey of keysAfterEvent) queries.invalidateQueries({ queryKey })
  }
  const taking = useMutation({
    mutationFn: (events: AnimalEvent[]) => Promise.all(events.map(({ id }) => api.animalEvents.remove({ id }))),
    onSettled: read,
  })
  function tellSeveral(events: AnimalEvent[]) {
    const text = t('animalEvents.recordedMany', { count: events.length })
    if (events.some(({ id }) => id <= 0)) void tellDone(text)
    else void tellUndo(text, t('common.undo'), () => taking.mutate(events))
  }
  const rowForm = useRowForm({
    name: refused
      ? `event_${refused.uuid}`
      : `${only ?? 'event'}_of_${owner.type}_${owners.map(({ id }) => id).join('_')}`,
    row: event,
    valuesOf: (row: AnimalEvent | undefined) => ({
      ...valuesOf(row ?? (refused?.input as AnimalEvent | undefined), today),
      ...(only && !row && { type: only }),
    }),
    async save(values, base): Promise<AnimalEvent> {
      if (base) return api.animalEvents.update({ ...draftOf(values), id: base.id, revision: base.revision })
      if (!areSeveral) return record(values, owner)
      made.current = []
      await runBulkAction(
        [...owners],
        ({ name = '' }) => name,
        async of => made.current.push(await record(values, of)),
      )
      return made.current[0] as AnimalEvent
    },
    onSaved() {
      read()
      if (areSeveral) tellSeveral(made.current)
      onSaved?.()
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
  const severalTitle = t('animalEvents.recordMany', { count: owners.length })
  const species = owners.every(one => one.species === owner.species) ? owner.species : undefined
  // What the species does not give is not withheld.
  const names = fieldsOf[type].filter(
    name =>
      !isKnown(name, type, { areMany, areSeveral }) &&
      (!isWithdrawal(name) || givesFood(species, productOf(name)) || form.getValues(name) !== null),
  )
  const bound = { form, type, species }
  const typeName = (value: unknown) => t(`animalEvents.types.${value as AnimalEvent['details']['type']}`)
  const stateName = (value: AnimalEvent['state']) => t(value === 'done' ? 'animalEvents.done' : 'animalEvents.plan')
  return (
    <RowFormSheet
      title={title ?? (event ? t('animalEvents.change') : areSeveral ? severalTitle : t('animalEvents.record'))}
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
      <DetailFields {...bound} names={names.filter(name => !isSeldomAsked(name, areMany || areSeveral))} />
      <LongTextField form={form} name="note" label={t('animalEvents.note')} />
      <MoreFields form={form} names={['state', ...unfoldedNames]} isOpenAtFirst={Boolean(event || refused)}>
        <ChoiceField
          form={form}
          name="state"
          label={t('animalEvents.state')}
          required
          choices={eventStates.map(value => ({ value, label: stateName(value) }))}
        />
        <DetailFields {...bound} names={names.filter(name => isSeldomAsked(name, areMany || areSeveral))} />
      </MoreFields>
    </RowFormSheet>
  )
}

type DetailFieldProps = { form: UseFormReturn<EventValues>; type: EventType; species: Owner['species'] }

/** Fields for this kind of event. */
const DetailFields = ({ names, ...props }: DetailFieldProps & { names: readonly DetailName[] }) =>
  names.map(name => <DetailField key={`${props.type}.${name}`} {...props} name={name} />)

type WithdrawalFieldProps = { form: UseFormReturn<EventValues>; label: string; name: WithdrawalName }

/** How long a product is withheld, with the day that follows from it. */
function WithdrawalField({ form, label, name }: WithdrawalFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [day, days, period] = useWatch({ control: form.control, name: ['day', 'days', name] })
  const until = untilAfter({ day, days }, period)
  return (
    <NumberField
      {...{ form, name, label }}
      {...(until && { description: t('animalEvents.until', { day: format.date(until) }) })}
      min={0}
      allowDecimal={false}
    />
  )
}

function DetailField({ form, type, species, name }: DetailFieldProps & { name: DetailName }) {
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
    case 'medicine':
      return <MedicineField {...{ form, label, species }} type={type === 'vaccination' ? type : 'treatment'} />
    case 'milk_days':
    case 'meat_days':
    case 'eggs_days':
      return <WithdrawalField {...{ form, label }} name={name} />
    case 'born_alive':
    case 'born_dead':
    case 'days':
    case 'sent_count':
    case 'received_count':
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
