/**
 * Evaluates a recurrence rule on a clock without zones (RFC 5545, section 3.3.10), within a bounded number of days.
 * Days are numbers from 1970, moments are milliseconds.
 */
import { isMisplaced, lawfulPart, type Parts, partsOfRule } from '#shared/tasks/recurrence.ts'

export type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY'
type Weekday = { ordinal: number; weekday: number }
export type Rule = {
  frequency: Frequency
  interval: number
  count: number | null
  until: string | null
  months: number[] | null
  monthDays: number[] | null
  yearDays: number[] | null
  weeks: number[] | null
  weekdays: Weekday[] | null
  positions: number[] | null
  hours: number[] | null
  minute: number | null
  /** Monday is 0. */
  weekStart: number
  /** The rule as RFC 5545 may say it; null where it needs parts that the RFC forbids together. */
  lawful: string | null
}

export const dayMs = 86_400_000
const hourMs = 3_600_000
const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Days after which a search gives up, 270 years of a daily rule: a few milliseconds. */
export const maxDaysLookedAt = 100_000
/** The last day that iCalendar and ISO 8601 write with four digits of a year. */
const lastDay = Date.UTC(9999, 11, 31) / dayMs

/** Reads a rule. Values that do not exist are passed over, as they always were: older rules have them. */
export function readRule(recurrence: string): Rule {
  const said = partsOfRule(recurrence)
  if (!said.has('FREQ')) throw new Error(`A rule without a frequency: ${recurrence}`)
  const parts = lawfulParts(said)
  const list = (name: string) =>
    parts
      .get(name)
      ?.split(',')
      .map(Number)
      .sort((a, b) => a - b) ?? null
  return {
    frequency: parts.get('FREQ') as Frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: parts.get('UNTIL') ?? null,
    ...{ months: list('BYMONTH'), monthDays: list('BYMONTHDAY'), yearDays: list('BYYEARDAY') },
    ...{ weeks: list('BYWEEKNO'), positions: list('BYSETPOS'), hours: list('BYHOUR') },
    weekdays: parts.get('BYDAY')?.split(',').map(weekdayOf) ?? null,
    minute: list('BYMINUTE')?.[0] ?? null,
    weekStart: weekdayNames.indexOf(parts.get('WKST') ?? 'MO'),
    lawful: [...parts.keys()].some(name => isMisplaced(name, parts)) ? null : written(parts),
  }
}

/** Without the values that do not exist; an ordinal where none may be goes, its weekday stays. */
function lawfulParts(said: Parts): Parts {
  const parts: Parts = new Map()
  for (const [name, value] of said) {
    const plain = name === 'BYDAY' ? withoutOrdinals(value, said) : value
    const lawful = lawfulPart(name, plain, said)
    if (lawful !== null) parts.set(name, lawful)
  }
  // Of nothing else nothing can be chosen, and each has the first position.
  if (isMisplaced('BYSETPOS', parts)) parts.delete('BYSETPOS')
  return parts
}

const withoutOrdinals = (value: string, said: Parts): string =>
  value
    .split(',')
    .map(day => lawfulPart('BYDAY', day, said) ?? day.slice(-2))
    .join(',')

const written = (parts: Parts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

const weekdayOf = (day: string): Weekday => ({
  ordinal: Number(day.slice(0, -2)),
  weekday: weekdayNames.indexOf(day.slice(-2)),
})

/** Tells whether a rule is only a number of hours, which pass at the same pace when clocks change. */
export const isOfHoursAlone = ({ frequency, weekdays, lawful, ...rule }: Rule): boolean =>
  frequency === 'HOURLY' &&
  [weekdays, rule.months, rule.monthDays, rule.yearDays, rule.weeks, rule.hours, rule.minute].every(
    part => part === null,
  )

type Start = { day: number; hour: number; rest: number; date: DateOf; weekday: number }
type DateOf = { year: number; month: number; day: number }

/** Converts between dates and day numbers (Hinnant's civil calendar). */
export function dayNumber(year: number, month: number, day: number): number {
  const [ofYear, ofMonth] = month > 12 ? [year + 1, month - 12] : [year, month]
  const marchYear = ofMonth <= 2 ? ofYear - 1 : ofYear
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (ofMonth > 2 ? ofMonth - 3 : ofMonth + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + (yearOfEra >> 2) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

function dateOf(number: number): DateOf {
  const days = number + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const corrected =
    dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor(corrected / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** Monday is 0. */
const weekdayOfDay = (day: number) => (((day + 3) % 7) + 7) % 7

/**
 * What the rule names from `from` on to the end of the day of `to`, in order, of a series that begins at `start`. Ends
 * with the rule, with the calendar, and after as many days as one search may look at.
 */
export function* wallTimes(rule: Rule, start: number, from: number, to = Number.POSITIVE_INFINITY): Generator<number> {
  const startDay = Math.floor(start / dayMs)
  const inDay = start - startDay * dayMs
  const hour = Math.floor(inDay / hourMs)
  const rest = rule.minute === null ? inDay % hourMs : rule.minute * 60_000 + (inDay % 60_000)
  const begun: Start = { day: startDay, hour, rest, date: dateOf(startDay), weekday: weekdayOfDay(startDay) }
  const periods = periodsOf(rule, begun, Math.min(lastDay, Math.floor(to / dayMs)))
  let left = rule.count ?? Number.POSITIVE_INFINITY
  let looked = 0
  // What is counted is counted from the start; anything else is found from where it is asked for.
  const first = rule.count === null ? Math.max(0, periods.at(Math.floor(from / dayMs))) : 0
  for (let index = first; ; index++) {
    const days = periods.days(index)
    if (days === null) return
    const moments = momentsOf(rule, begun, days.found)
    looked += 1 + days.looked + moments.length / 8
    for (const moment of moments) {
      if (moment < start) continue
      if (left-- <= 0) return
      if (moment >= from) {
        yield moment
        looked = 0
      }
    }
    if (looked > maxDaysLookedAt) return
  }
}

/** The hours of the days of one period, and of these the ones at the positions that the rule names. */
function momentsOf(rule: Rule, start: Start, days: number[]): number[] {
  const moments: number[] = []
  for (const day of days)
    for (const hour of hoursOf(rule, start, day)) moments.push(day * dayMs + hour * hourMs + start.rest)
  if (!rule.positions) return moments
  // Of hours each is a period of its own.
  if (rule.frequency === 'HOURLY') return rule.positions.some(one => Math.abs(one) === 1) ? moments : []
  const chosen = new Set(rule.positions.map(one => (one > 0 ? one - 1 : moments.length + one)))
  return moments.filter((_, index) => chosen.has(index))
}

const allHours = Array.from({ length: 24 }, (_, hour) => hour)

function hoursOf(rule: Rule, start: Start, day: number): number[] {
  if (rule.frequency !== 'HOURLY') return rule.hours ?? [start.hour]
  const hours = rule.hours ?? allHours
  if (rule.interval === 1) return hours
  return hours.filter(hour => ((day - start.day) * 24 + hour - start.hour) % rule.interval === 0)
}

type Periods = {
  /** Which period a day lies in, or one before it. */
  at(day: number): number
  /** The days that the rule names in a period, and how many were looked at; null beyond the end. */
  days(index: number): { found: number[]; looked: number } | null
}

function periodsOf(rule: Rule, start: Start, end: number): Periods {
  const { interval } = rule
  const matching = (first: number, last: number) => {
    if (first > end) return null
    const found: number[] = []
    for (let day = first; day <= last; day++) if (isNamed(rule, start, day)) found.push(day)
    return { found, looked: last - first + 1 }
  }
  switch (rule.frequency) {
    case 'HOURLY':
      return { at: day => day - start.day, days: index => matching(start.day + index, start.day + index) }
    case 'DAILY':
      return {
        at: day => Math.floor((day - start.day) / interval),
        days: index => matching(start.day + index * interval, start.day + index * interval),
      }
    case 'WEEKLY': {
      const monday = start.day - ((start.weekday - rule.weekStart + 7) % 7)
      return {
        at: day => Math.floor((day - monday) / 7 / interval),
        days: index => matching(monday + index * interval * 7, monday + index * interval * 7 + 6),
      }
    }
    case 'MONTHLY': {
      const first = start.date.year * 12 + start.date.month - 1
      const monthAt = (index: number) => first + index * interval
      return {
        at: day => Math.floor((dateOf(day).year * 12 + dateOf(day).month - 1 - first) / interval),
        days: index => {
          const [year, month] = [Math.floor(monthAt(index) / 12), (monthAt(index) % 12) + 1]
          const first = dayNumber(year, month, 1)
          const isLeftOut = rule.months && !rule.months.includes(month)
          return matching(first, isLeftOut ? first - 1 : dayNumber(year, month + 1, 1) - 1)
        },
      }
    }
    case 'YEARLY':
      return {
        // The first days of a week that counts to a year may lie in the year before.
        at: day => Math.floor((dateOf(day).year - 1 - start.date.year) / interval),
        days: index => daysOfYear(rule, start, start.date.year + index * interval, end),
      }
  }
}

function daysOfYear(rule: Rule, start: Start, year: number, end: number): ReturnType<Periods['days']> {
  // The first week of a year begins at most three days before it.
  if (dayNumber(year, 1, 1) - 3 > end) return null
  const found: number[] = []
  let looked = 0
  const look = (first: number, last: number) => {
    looked += last - first + 1
    for (let day = first; day <= last; day++) if (isNamed(rule, start, day)) found.push(day)
  }
  if (rule.weeks) {
    const first = firstWeekOf(year, rule.weekStart)
    const weeks = (firstWeekOf(year + 1, rule.weekStart) - first) / 7
    const named = rule.weeks
      .map(week => (week > 0 ? week : weeks + 1 + week))
      .filter(week => week >= 1 && week <= weeks)
    for (const week of [...new Set(named)].sort((a, b) => a - b)) look(first + (week - 1) * 7, first + week * 7 - 1)
    return { found, looked }
  }
  const months = rule.months ?? (namesDays(rule) ? null : [start.date.month])
  if (!months) look(dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1) - 1)
  else for (const month of months) look(dayNumber(year, month, 1), dayNumber(year, month + 1, 1) - 1)
  return { found, looked }
}

/** The first day of the first week of a year: the one that has four of its days or more. */
function firstWeekOf(year: number, weekStart: number): number {
  const fourth = dayNumber(year, 1, 4)
  return fourth - ((weekdayOfDay(fourth) - weekStart + 7) % 7)
}

const namesDays = ({ monthDays, yearDays, weekdays, weeks }: Rule): boolean =>
  monthDays !== null || yearDays !== null || weekdays !== null || weeks !== null

/** Whether all parts of the rule name the day; where none names days, it is the day of the start. */
function isNamed(rule: Rule, start: Start, day: number): boolean {
  const weekday = weekdayOfDay(day)
  if (rule.weekdays && !rule.weekdays.some(one => one.weekday === weekday)) return false
  const date = dateOf(day)
  if (rule.months && !rule.months.includes(date.month)) return false
  if (!isNamedByDefault(rule, start, weekday, date)) return false
  if (rule.monthDays) {
    const length = dayNumber(date.year, date.month + 1, 1) - dayNumber(date.year, date.month, 1)
    if (!rule.monthDays.some(one => (one > 0 ? one : length + 1 + one) === date.day)) return false
  }
  if (rule.yearDays) {
    const [first, next] = [dayNumber(date.year, 1, 1), dayNumber(date.year + 1, 1, 1)]
    if (!rule.yearDays.some(one => (one > 0 ? first + one - 1 : next + one) === day)) return false
  }
  // The weeks of a year are its periods already.
  if (rule.weeks && rule.frequency !== 'YEARLY' && !isInWeeks(rule, day, date)) return false
  return !rule.weekdays || rule.weekdays.some(one => one.weekday === weekday && isTheOne(rule, one.ordinal, day, date))
}

function isNamedByDefault(rule: Rule, start: Start, weekday: number, date: DateOf): boolean {
  if (rule.weekdays || rule.monthDays || rule.yearDays) return true
  if (rule.frequency === 'WEEKLY' || (rule.weeks && (rule.frequency === 'YEARLY' || rule.frequency === 'MONTHLY')))
    return weekday === start.weekday
  return (rule.frequency !== 'MONTHLY' && rule.frequency !== 'YEARLY') || date.day === start.date.day
}

function isInWeeks({ weeks, weekStart }: Rule, day: number, { year }: DateOf): boolean {
  const firsts = [year - 1, year, year + 1, year + 2].map(one => firstWeekOf(one, weekStart))
  const of = firsts.findLastIndex(first => first <= day)
  const [first = 0, next = 0] = [firsts[of], firsts[of + 1]]
  const [week, count] = [Math.floor((day - first) / 7) + 1, (next - first) / 7]
  return (weeks ?? []).some(one => (one > 0 ? one : count + 1 + one) === week)
}

/** Whether a day is the nth of its weekday in its month or year. */
function isTheOne(rule: Rule, ordinal: number, day: number, { year, month }: DateOf): boolean {
  if (ordinal === 0) return true
  const isOfYear = rule.frequency === 'YEARLY' && !rule.months
  const first = dayNumber(year, isOfYear ? 1 : month, 1)
  const next = isOfYear ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)
  const position = ordinal > 0 ? Math.floor((day - first) / 7) + 1 : -Math.floor((next - 1 - day) / 7) - 1
  return position === ordinal
}
