import { useTranslation } from 'react-i18next'
import type { VehicleEntry } from '#shared/vehicle-log/contract.ts'
import { useFormat } from '../lib/format.ts'

type Said = Partial<Pick<VehicleEntry, 'kilometres' | 'hours' | 'work' | 'product' | 'place' | 'reason'>> & {
  driver_name?: string | null
  location_name?: string | null
  plan_name?: string | null
}

/** What an entry says, in words. */
export function useEntryWords() {
  const { t } = useTranslation()
  const format = useFormat()
  return (entry: { [Name in keyof Said]: Said[Name] | undefined }) => [
    entry.driver_name,
    entry.plan_name,
    entry.work && t(`vehicleLog.works.${entry.work}`),
    entry.product,
    entry.location_name ?? entry.place,
    entry.kilometres != null && t('vehicleLog.km', { value: format.number(entry.kilometres) }),
    entry.hours != null && t('vehicleLog.h', { value: format.number(entry.hours) }),
    entry.reason,
  ]
}
