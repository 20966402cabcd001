import type { CalendarProps } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { type Locale, toLocale } from '#shared/lib/language.ts'
import { useUser } from '../../lib/session/session.ts'

type Week = Required<Pick<CalendarProps, 'firstDayOfWeek' | 'weekendDays'>>
type Day = Week['firstDayOfWeek']

/** The day with which weeks begin where a language is spoken: Sunday is 0. */
const firstDays: Record<Locale, Day> = { en: 1, hu: 1, de: 1, fr: 1, ar: 6 }

/** How weeks are shown: from the day that the person chose in the profile, or else as the language has it. */
export function useWeek(): Week {
  const locale = toLocale(useTranslation().i18n.language)
  const chosen = useUser()?.week_start as Day | null | undefined
  return { firstDayOfWeek: chosen ?? firstDays[locale], weekendDays: locale === 'ar' ? [5, 6] : [0, 6] }
}

/** The days of a week in the order in which it is shown: Monday is 0. */
export function useWeekdays(): number[] {
  const { firstDayOfWeek } = useWeek()
  return Array.from({ length: 7 }, (_, at) => (at + firstDayOfWeek + 6) % 7)
}
