/** Fields of each kind of event, and how the form's flat values become its details and back. */

import type { TFunction } from 'i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import type { EventDetails } from '#shared/animal-events/details.ts'
import {
  arrivalReasons,
  deathReasons,
  departureReasons,
  disposals,
  type EventType,
  pregnancyResults,
  type WithheldProduct,
  withheldProducts,
} from '#shared/animal-events/rules.ts'
import { sexes } from '#shared/animals/rules.ts'

const texts = {
  ...{ other_holding: null, document: null, medicine: null, dose: null, batch: null, supplier: null },
  ...{ diagnosis: null, veterinarian: null, sire: null, quantity: null },
}
const choices = { reason: null, disposal: null, result: null, sex: null, product: null }
const numbers = {
  ...{ born_alive: null, born_dead: null, days: null, kilograms: null },
  ...{ sent_count: null, received_count: null },
}
/** How many of each sex were counted. */
const headsBySex = { heads_female: null, heads_female_neuter: null, heads_male: null, heads_male_neuter: null }
type HeadsName = keyof typeof headsBySex
const headsNames = Object.keys(headsBySex) as HeadsName[]
const sexOf = (name: HeadsName) => name.replace('heads_', '') as Exclude<Sex, 'unknown'>
export const isHeads = (name: DetailName): name is HeadsName => name in headsBySex
type Sex = (typeof sexes)[number]
/** Full days after the last day of treatment. */
const withdrawals = { milk_days: null, meat_days: null, eggs_days: null }

export type TextName = keyof typeof texts
export type ChoiceName = keyof typeof choices
export type NumberName = keyof typeof numbers
export type WithdrawalName = keyof typeof withdrawals
export type DetailName = TextName | ChoiceName | NumberName | WithdrawalName | HeadsName

export type EventValues = {
  type: EventType
  day: string
  state: AnimalEvent['state']
  location_id: number | null
  joined_group_id: number | null
  head_count: number | null
  note: string | null
} & Record<TextName | ChoiceName, string | null> &
  Record<NumberName | HeadsName | WithdrawalName, number | null>

const medicine = ['medicine', 'dose', 'batch', 'supplier'] as const
const consignment = ['reason', 'sent_count', 'received_count', 'other_holding', 'document'] as const

/** In the order in which they are asked. */
export const fieldsOf: Record<EventType, readonly DetailName[]> = {
  arrival: ['sex', ...consignment],
  departure: ['sex', ...consignment],
  move: [],
  join_group: [],
  leave_group: [],
  count: headsNames,
  birth: ['born_alive', 'born_dead'],
  death: ['sex', 'reason', 'disposal'],
  treatment: [
    ...(['medicine', 'dose', 'days', 'milk_days', 'meat_days', 'eggs_days', 'veterinarian'] as const),
    ...(['diagnosis', 'batch', 'supplier'] as const),
  ],
  vaccination: medicine,
  weight: ['kilograms'],
  observation: [],
  service: ['sire'],
  pregnancy_check: ['result'],
  dry_off: [],
  product_sale: ['product', 'quantity', 'other_holding', 'document'],
}

/** Asked of those alone who unfold them. */
const unfolded: readonly DetailName[] = ['diagnosis', 'batch', 'supplier']
/** Of one animal that travels with others; of a group or batch the other side's is asked at once. */
const countNames: readonly DetailName[] = ['sent_count', 'received_count']
export const isSeldomAsked = (name: DetailName, areMany: boolean) =>
  unfolded.includes(name) || (!areMany && countNames.includes(name))
export const unfoldedNames = [...unfolded, ...countNames]

/** What this side counted of a consignment; the other is what the other side says. */
const ownCountOf = (type: EventType) => (type === 'arrival' ? 'received_count' : 'sent_count')
const otherCountOf = (type: EventType) => (type === 'arrival' ? 'sent_count' : 'received_count')

/** Known without being asked: of several, groups and batches what this side counted, and of single animals the sex. */
export const isKnown = (name: DetailName, type: EventType, of: { areMany: boolean; areSeveral: boolean }) =>
  (name === 'sex' && !of.areMany) || (name === ownCountOf(type) && (of.areMany || of.areSeveral))

/** Of several animals that come or go together this side counted as many, where the other side's number is known. */
export const withOwnCount = (values: EventValues, heads: number): EventValues =>
  values[otherCountOf(values.type)] === null ? values : { ...values, [ownCountOf(values.type)]: heads }

/** Without these an event of that kind says nothing. */
export const requiredOf: Partial<Record<EventType, readonly DetailName[]>> = {
  departure: ['reason'],
  birth: ['born_alive', 'born_dead'],
  treatment: ['medicine'],
  vaccination: ['medicine'],
  weight: ['kilograms'],
  pregnancy_check: ['result'],
  product_sale: ['product'],
}

const daysNameOf = (product: WithheldProduct): WithdrawalName => `${product}_days`
export const isWithdrawal = (name: DetailName): name is WithdrawalName => name in withdrawals
export const productOf = (name: WithdrawalName) => name.replace('_days', '') as WithheldProduct

/** Withdrawal periods in days as values of the form; those of products that are not named are empty. */
export const withdrawalsAs = (periods: readonly { product: WithheldProduct; days: number }[]) => ({
  ...withdrawals,
  ...Object.fromEntries(periods.map(({ product, days }) => [daysNameOf(product), days])),
})

const dayMs = 86_400_000
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const daysFrom = (day: string, other: string) => Math.round((Date.parse(other) - Date.parse(day)) / dayMs)

type Treated = { day: string; days: number | null | undefined }
const lastDayOf = ({ day, days }: Treated) => plusDays(day, Math.max(0, (days ?? 1) - 1))

/** More leads out of the calendar. */
const maxDays = 100_000

/** The last day of a withdrawal period in days; nothing while either is not known. */
export const untilAfter = (treated: Treated, period: unknown): string | null =>
  typeof period === 'number' && period >= 0 && period <= maxDays && treated.day !== ''
    ? plusDays(lastDayOf(treated), period)
    : null

/** The form's values of an event, or of a new one on this day. */
export function valuesOf(event: AnimalEvent | undefined, today: string): EventValues {
  const { type = 'observation', ...details } = event?.details ?? {}
  const counted = Object.entries(event?.details.type === 'count' ? (event.details.by_sex ?? {}) : {})
  const treatment = event?.details.type === 'treatment' ? event.details : undefined
  const last = lastDayOf({ day: event?.day ?? today, days: treatment?.days })
  const periods = (treatment?.withdrawals ?? []).map(({ product, until }) => [
    daysNameOf(product),
    Math.max(0, daysFrom(last, until)),
  ])
  return {
    ...{ ...texts, ...choices, ...numbers, ...headsBySex, ...withdrawals },
    ...details,
    ...Object.fromEntries(counted.map(([sex, heads]) => [`heads_${sex}`, heads])),
    ...Object.fromEntries(periods),
    type,
    day: event?.day ?? today,
    state: event?.state ?? 'done',
    location_id: event?.location_id ?? null,
    joined_group_id: event?.joined_group_id ?? null,
    head_count: event?.head_count ?? null,
    note: event?.note ?? null,
  }
}

/** Input of the call, from the form's values. */
export function draftOf(values: EventValues) {
  const { type, day, state, location_id, joined_group_id, head_count, note } = values
  const asked = fieldsOf[type]
    .filter(name => !isWithdrawal(name) && !isHeads(name))
    .map(name => [name, values[name]] as const)
  const withheld = withheldProducts.flatMap(product => {
    const until = untilAfter(values, values[daysNameOf(product)])
    return until ? [{ product, until }] : []
  })
  const by_sex = Object.fromEntries(headsNames.flatMap(name => (values[name] ? [[sexOf(name), values[name]]] : [])))
  const details = {
    type,
    ...Object.fromEntries(asked),
    ...(type === 'treatment' && { withdrawals: withheld }),
    ...(type === 'count' && { by_sex }),
  } as EventDetails
  return {
    ...{ details, day, state, head_count, note },
    location_id: type === 'move' || type === 'arrival' ? location_id : null,
    joined_group_id: type === 'join_group' ? joined_group_id : null,
  }
}

/** What can be chosen at a field of an event of this kind, in the reader's language. */
export function choicesOf(t: TFunction, type: EventType, name: ChoiceName): { value: string; label: string }[] {
  if (name === 'disposal') return disposals.map(value => ({ value, label: t(`animalEvents.disposals.${value}`) }))
  if (name === 'result')
    return pregnancyResults.map(value => ({ value, label: t(`animalEvents.pregnancyResults.${value}`) }))
  if (name === 'sex') return sexes.map(value => ({ value, label: t(`animals.sexes.${value}`) }))
  if (name === 'product') return withheldProducts.map(value => ({ value, label: t(`animalEvents.products.${value}`) }))
  if (type === 'arrival')
    return arrivalReasons.map(value => ({ value, label: t(`animalEvents.arrivalReasons.${value}`) }))
  if (type === 'departure')
    return departureReasons.map(value => ({ value, label: t(`animalEvents.departureReasons.${value}`) }))
  return deathReasons.map(value => ({ value, label: t(`animalEvents.deathReasons.${value}`) }))
}
