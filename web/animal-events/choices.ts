import type { TFunction } from 'i18next'
import {
  arrivalReasons,
  deathReasons,
  departureReasons,
  disposals,
  type EventType,
  pregnancyResults,
  withheldProducts,
} from '#shared/animal-events/rules.ts'
import { sexes } from '#shared/animals/rules.ts'
import type { ChoiceName } from './eventFields.ts'

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
