import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { useFormat } from '../lib/format.ts'
import {
  type ChoiceName,
  choicesOf,
  type DetailName,
  fieldsOf,
  isHeads,
  isWithdrawal,
  type NumberName,
  productOf,
  type TextName,
  valuesOf,
} from './eventFields.ts'

const choiceNames: readonly string[] = ['reason', 'disposal', 'result', 'sex', 'product'] satisfies ChoiceName[]
const counts: readonly string[] = ['sent_count', 'received_count'] satisfies NumberName[]
const namedNumbers: readonly string[] = [
  'born_alive',
  'born_dead',
  'days',
  'sent_count',
  'received_count',
] satisfies NumberName[]
/** What speaks for itself. */
const plainTexts: readonly string[] = ['diagnosis', 'medicine', 'dose', 'quantity'] satisfies TextName[]

/** What an event says, part by part, for a line of text. */
export function useEventWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useDetailName()
  const untilNames = {
    milk: t('animalEvents.milkUntil'),
    meat: t('animalEvents.meatUntil'),
    eggs: t('animalEvents.eggsUntil'),
  }
  return (event: AnimalEvent): string[] => {
    const values = valuesOf(event, event.day)
    const { type } = event.details
    const withdrawals = (event.details.type === 'treatment' && event.details.withdrawals) || []
    // Both numbers of a consignment say how many animals they were.
    const isConsigned = values.sent_count != null && values.received_count != null
    const said = fieldsOf[type].flatMap(name => {
      const value = values[name]
      if (value === null || value === undefined) return []
      if (counts.includes(name) && !isConsigned && event.head_count !== null) return []
      if (choiceNames.includes(name))
        return choicesOf(t, type, name as ChoiceName).find(choice => choice.value === value)?.label ?? []
      if (name === 'kilograms') return format.number(Number(value), { style: 'unit', unit: 'kilogram' })
      if (isWithdrawal(name)) {
        const until = withdrawals.find(({ product }) => product === productOf(name))?.until
        return until ? `${untilNames[productOf(name)]} ${format.date(until)}` : []
      }
      if (namedNumbers.includes(name) || isHeads(name)) return `${nameOf(name)}: ${format.number(Number(value))}`
      return plainTexts.includes(name) ? String(value) : `${nameOf(name)}: ${value}`
    })
    const heads =
      event.head_count === null || isConsigned
        ? []
        : [`${t('animalEvents.heads')}${t('common.colon')} ${format.number(event.head_count)}`]
    return [event.joined_group_name, event.location_name, ...said, ...heads].filter(word => word !== null)
  }
}

/** How a field of an event is called. */
export function useDetailName() {
  const { t } = useTranslation()
  const names: Record<DetailName, string> = {
    reason: t('animalEvents.reason'),
    other_holding: t('animalEvents.otherHolding'),
    document: t('animalEvents.document'),
    sent_count: t('animalEvents.sentCount'),
    received_count: t('animalEvents.receivedCount'),
    born_alive: t('animalEvents.bornAlive'),
    born_dead: t('animalEvents.bornDead'),
    disposal: t('animalEvents.disposal'),
    medicine: t('animalEvents.medicine'),
    dose: t('animalEvents.dose'),
    batch: t('animalEvents.batch'),
    supplier: t('animalEvents.supplier'),
    diagnosis: t('animalEvents.diagnosis'),
    days: t('animalEvents.days'),
    veterinarian: t('animalEvents.veterinarian'),
    milk_days: t('animalEvents.milkDays'),
    meat_days: t('animalEvents.meatDays'),
    eggs_days: t('animalEvents.eggsDays'),
    kilograms: t('animalEvents.kilograms'),
    sire: t('animalEvents.sire'),
    result: t('animalEvents.result'),
    product: t('animalEvents.product'),
    quantity: t('animalEvents.quantity'),
    sex: t('animals.sex'),
    heads_female: t('animals.sexes.female'),
    heads_female_neuter: t('animals.sexes.female_neuter'),
    heads_male: t('animals.sexes.male'),
    heads_male_neuter: t('animals.sexes.male_neuter'),
  }
  return (name: DetailName) => names[name]
}
