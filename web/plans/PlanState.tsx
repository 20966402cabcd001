import { useTranslation } from 'react-i18next'
import { type LimitedThing, limitedThings } from '#shared/companies/planRules.ts'
import type { Limits } from '#shared/companies/plans.ts'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type Props = { isCurrent: boolean; isExpired: boolean; isTrial: boolean }

/** Whether a plan holds, is over, or is to come. */
export function PlanState({ isCurrent, isExpired, isTrial }: Props) {
  const { t } = useTranslation()
  if (isExpired) return <StatusBadge status="stop">{t('plans.states.ended')}</StatusBadge>
  if (!isCurrent) return <StatusBadge status="info">{t('plans.states.other')}</StatusBadge>
  return <StatusBadge status="ok">{isTrial ? t('plans.states.trial') : t('plans.states.running')}</StatusBadge>
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Prices, sizes and limits as people read them. */
export function usePlanWords() {
  const { t } = useTranslation()
  const format = useFormat()

  /** 5 GB, 350 kB */
  function size(bytes: number): string {
    const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
    const value = bytes / 1024 ** power
    return format.number(value, { style: 'unit', unit: units[power], maximumFractionDigits: value < 10 ? 1 : 0 })
  }
  const amount = (thing: LimitedThing, value: number) => (thing === 'storage' ? size(value) : format.number(value))

  return {
    size,
    amount,
    /** €29, 11 900 Ft: without decimals where there are none. */
    price: (value: number, currency: string) =>
      format.number(value, { style: 'currency', currency, minimumFractionDigits: Number.isInteger(value) ? 0 : 2 }),
    /** "Up to 10 people", "Any number of animals". */
    limits: (limits: Limits): string[] =>
      limitedThings.map(thing => {
        const limit = limits[thing]
        if (limit === null) return t(`plans.unlimited.${thing}`)
        return t(`plans.upTo.${thing}`, { count: limit, amount: amount(thing, limit) })
      }),
  }
}
