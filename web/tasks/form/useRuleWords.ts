import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ordinalOf, type Rule, readRule, weekdayOf, weekdays } from './rule.ts'

type Series = { recurrence: string | null; starts_at: string; counted_from?: string }

/** A series in plain language: every 2 weeks on Monday and Thursday, at 07:00. */
export function useRuleWords(): (series: Series) => string {
  const { t } = useTranslation()
  const format = useFormat()

  function rhythm(rule: Rule, startsAt: string): string {
    const count = rule.every
    const day = startsAt.slice(0, 10)
    if (rule.unit === 'day') return t('tasks.repeat.daily', { count })
    if (rule.unit === 'year')
      return t('tasks.repeat.yearly', { count, date: format.day(day, { day: 'numeric', month: 'long' }) })
    if (rule.unit === 'week') {
      const days = rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(startsAt)]
      if (count === 1 && days.length === weekdays.length) return t('tasks.repeat.daily', { count })
      return t('tasks.repeat.weekly', { count, days: format.list(days.map(one => t(`tasks.repeat.onDays.${one}`))) })
    }
    if (rule.monthly === 'last') return t('tasks.repeat.monthlyLast', { count })
    if (rule.monthly === 'day') return t('tasks.repeat.monthlyDay', { count, day: String(Number(day.slice(8))) })
    const ordinal = ordinalOf(startsAt)
    return t('tasks.repeat.monthlyWeekday', {
      count,
      nth: t(`tasks.repeat.nth.${ordinal === -1 ? 'last' : (String(ordinal) as '1' | '2' | '3' | '4')}`),
      day: t(`tasks.repeat.nthDays.${weekdayOf(startsAt)}`),
    })
  }

  return ({ recurrence, starts_at, counted_from }) => {
    if (!recurrence) return t('tasks.repeat.never')
    const rule = readRule(recurrence, starts_at)
    if (!rule) return t('tasks.repeat.ownRule')
    const time = format.day(`${starts_at.slice(0, 16)}Z`, { timeStyle: 'short', timeZone: 'UTC' })
    const parts = [t('tasks.repeat.at', { rule: rhythm(rule, starts_at), time })]
    if (rule.until) parts.push(t('tasks.repeat.until', { date: format.date(rule.until) }))
    if (rule.count) parts.push(t('tasks.repeat.times', { count: rule.count }))
    if (counted_from === 'completion') parts.push(t('tasks.repeat.fromCompletion'))
    return parts.join(t('tasks.repeat.comma'))
  }
}
