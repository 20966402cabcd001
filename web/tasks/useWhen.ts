import { useTranslation } from 'react-i18next'
import { useCompanyFormat } from '../companies/queries.ts'

const day = 24 * 60 * 60_000

/** Moments as people speak of them, where the company is: `18:00` for today, `tomorrow, 06:00`, `27 Nov 2026, 10:00`. */
export function useWhen(): (moment: string | number, now: number) => string {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  return (moment, now) => {
    const [today, then] = [format.dayOf(now), format.dayOf(moment)]
    if (then === today) return format.time(moment)
    const days = Math.round((Date.parse(then) - Date.parse(today)) / day)
    if (Math.abs(days) > 1) return format.dateTime(moment)
    return t('tasks.dayAndTime', { day: format.relative(now + days * day, now), time: format.time(moment) })
  }
}
