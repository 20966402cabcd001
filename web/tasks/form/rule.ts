/**
 * A recurrence rule as the editor of a task asks for it. Rules of other makers that say more than this are kept as they
 * are.
 */

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export const repeatUnits = ['day', 'week', 'month', 'year'] as const
type RepeatUnit = (typeof repeatUnits)[number]

/** On the day of the month on which it begins, on that weekday of it, or on its last day. */
export const monthlyWays = ['day', 'weekday', 'last'] as const
type MonthlyWay = (typeof monthlyWays)[number]

export type Rule = {
  unit: RepeatUnit
  every: number
  weekdays: Weekday[]
  monthly: MonthlyWay
  /** The last day, or how often; never where both are null. */
  until: string | null
  count: number | null
}

const frequencies: Record<RepeatUnit, string> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }

const dayOf = (startsAt: string) => new Date(`${startsAt.slice(0, 10)}T00:00Z`)
export const weekdayOf = (startsAt: string): Weekday => weekdays[(dayOf(startsAt).getUTCDay() + 6) % 7] ?? 'MO'
export const monthDayOf = (startsAt: string): number => dayOf(startsAt).getUTCDate()

/** The first to fourth of its weekday in the month; -1 for a fifth, which not every month has. */
export const ordinalOf = (startsAt: string): number => {
  const ordinal = Math.ceil(monthDayOf(startsAt) / 7)
  return ordinal > 4 ? -1 : ordinal
}

export const newRule = (unit: RepeatUnit, startsAt: string): Rule => ({
  unit,
  every: 1,
  weekdays: [weekdayOf(startsAt)],
  monthly: 'day',
  until: null,
  count: null,
})

/** Repetitions that a task gets by one choice: every day, week or month, as it begins. */
export const simpleUnits = ['day', 'week', 'month'] as const

/** The unit of a rule that says no more than "every day", "every week" or "every month"; null for any other. */
export function simpleUnitOf(recurrence: string, startsAt: string): (typeof simpleUnits)[number] | null {
  const simple = (unit: RepeatUnit) => isSame(writeRule(newRule(unit, startsAt), startsAt), recurrence, startsAt)
  return simpleUnits.find(simple) ?? null
}

/** The rule as RFC 5545 writes it, for a series that begins then. */
export function writeRule(rule: Rule, startsAt: string): string {
  const parts = [`FREQ=${frequencies[rule.unit]}`]
  if (rule.every > 1) parts.push(`INTERVAL=${rule.every}`)
  const days = weekdays.filter(day => rule.weekdays.includes(day))
  if (rule.unit === 'week') parts.push(`BYDAY=${(days.length > 0 ? days : [weekdayOf(startsAt)]).join(',')}`)
  if (rule.unit === 'month')
    parts.push(
      {
        day: `BYMONTHDAY=${monthDayOf(startsAt)}`,
        weekday: `BYDAY=${ordinalOf(startsAt)}${weekdayOf(startsAt)}`,
        last: 'BYMONTHDAY=-1',
      }[rule.monthly],
    )
  if (rule.until) parts.push(`UNTIL=${rule.until.replaceAll('-', '')}`)
  else if (rule.count) parts.push(`COUNT=${rule.count}`)
  return parts.join(';')
}

/** The rule as the editor asks for it; null where it says more than that. */
export function readRule(recurrence: string, startsAt: string): Rule | null {
  const parts = new Map(recurrence.split(';').map(part => part.split('=') as [string, string]))
  const unit = repeatUnits.find(one => frequencies[one] === parts.get('FREQ'))
  if (!unit) return null
  const until = parts.get('UNTIL')
  const rule: Rule = {
    unit,
    every: Number(parts.get('INTERVAL') ?? 1),
    weekdays: weekdays.filter(day =>
      ((unit === 'week' && parts.get('BYDAY')) || weekdayOf(startsAt)).split(',').includes(day),
    ),
    monthly: parts.get('BYMONTHDAY') === '-1' ? 'last' : unit === 'month' && parts.has('BYDAY') ? 'weekday' : 'day',
    until: until ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` : null,
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
  }
  return isSame(writeRule(rule, startsAt), recurrence.replace(/T\d{6}Z/, ''), startsAt) ? rule : null
}

/** What follows from the start needs not be said. */
function isSame(one: string, other: string, startsAt: string): boolean {
  const said = (rule: string) =>
    rule
      .split(';')
      .filter(
        part => !['INTERVAL=1', `BYMONTHDAY=${monthDayOf(startsAt)}`, `BYDAY=${weekdayOf(startsAt)}`].includes(part),
      )
      .toSorted()
      .join(';')
  return said(one) === said(other)
}
