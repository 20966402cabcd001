import { useTranslation } from 'react-i18next'
import type { DetailName } from './eventFields.ts'

/** How a field of an event is called. */
export function useDetailName() {
  const { t } = useTranslation()
  const names: Record<DetailName, string> = {
    reason: t('animalEvents.reason'),
    other_holding: t('animalEvents.otherHolding'),
    document: t('animalEvents.document'),
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
    milk_until: t('animalEvents.milkUntil'),
    meat_until: t('animalEvents.meatUntil'),
    eggs_until: t('animalEvents.eggsUntil'),
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
