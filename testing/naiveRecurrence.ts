/**
 * Recurrence as a child would work it out, to hold the real one against: every day from the start on is looked at, and
 * asked whether the rule names it. Slow, without cleverness, and written from RFC 5545 alone.
 */
import { Temporal } from 'temporal-polyfill'

export type RandomSeries = {
  recurrence: string
  startsAt: string
  timezone: string
  exceptions: Date[]
  from: Date
  to: Date
}

const zones = ['Europe/Budapest', 'Europe/Berlin', 'Europe/Paris', 'Africa/Casablanca', 'UTC']
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The same for the same seed. */
export function randomSeries(seed: number): RandomSeries {
  let state = (seed * 2654435761) >>> 0
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const some = <Item>(items: readonly Item[]) => items.filter(() => below(3) === 0)
  const freq = oneOf(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
  const parts = [`FREQ=${freq}`]
  if (below(2)) parts.push(`INTERVAL=${1 + below(freq === 'DAILY' ? 9 : 3)}`)
  const weekdays = some(days)
  if (freq === 'WEEKLY' && weekdays.length > 0) parts.push(`BYDAY=${weekdays.join(',')}`)
  if (freq === 'MONTHLY')
    parts.push(
      oneOf([
        `BYMONTHDAY=${1 + below(31)}`,
        `BYMONTHDAY=-${1 + below(5)}`,
        `BYDAY=${1 + below(4)}${oneOf(days)}`,
        `BYDAY=-1${oneOf(days)}`,
      ]),
    )
  if (freq === 'DAILY' && below(3) === 0) parts.push(`BYMONTH=${1 + below(12)},${1 + below(12)}`)
  const end = below(4)
  if (end === 0) parts.push(`COUNT=${1 + below(30)}`)
  const timezone = oneOf(zones)
  const start = Temporal.PlainDateTime.from('2023-12-30T00:00').add({
    days: below(1200),
    hours: below(24),
    minutes: 30 * below(2),
  })
  if (end === 1)
    parts.push(
      `UNTIL=${start
        .add({ days: below(500) })
        .toPlainDate()
        .toString()
        .replaceAll('-', '')}`,
    )
  const from = new Date(start.add({ days: below(200) }).toZonedDateTime(timezone).epochMilliseconds)
  const to = new Date(from.getTime() + (30 + below(400)) * 86_400_000)
  return {
    recurrence: parts.join(';'),
    startsAt: start.toString({ smallestUnit: 'minute' }),
    timezone,
    exceptions: [],
    from,
    to,
  }
}

/** The occurrences from `from` to before `to`. */
export function naiveOccurrences({ recurrence, startsAt, timezone, from, to }: RandomSeries): Date[] {
  const rule = Object.fromEntries(recurrence.split(';').map(part => part.split('=') as [string, string]))
  const start = Temporal.PlainDateTime.from(startsAt)
  const found: Date[] = []
  let left = rule.COUNT ? Number(rule.COUNT) : Number.POSITIVE_INFINITY
  for (let day = start.toPlainDate(); left > 0; day = day.add({ days: 1 })) {
    if (rule.UNTIL && day.toString().replaceAll('-', '') > rule.UNTIL) break
    // A time that the clocks skip moves on by the gap.
    const moment = day.toPlainDateTime(start.toPlainTime()).toZonedDateTime(timezone)
    if (moment.epochMilliseconds >= to.getTime()) break
    if (!isNamed(rule, start.toPlainDate(), day)) continue
    left--
    if (moment.epochMilliseconds >= from.getTime()) found.push(new Date(moment.epochMilliseconds))
  }
  return found
}

function isNamed(rule: Record<string, string>, start: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  const interval = Number(rule.INTERVAL ?? 1)
  const monday = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 })
  const daysSince = start.until(day).days
  const monthsSince = (day.year - start.year) * 12 + day.month - start.month
  if (rule.BYMONTH && !rule.BYMONTH.split(',').map(Number).includes(day.month)) return false
  switch (rule.FREQ) {
    case 'DAILY':
      return daysSince % interval === 0
    case 'WEEKLY':
      if ((monday(start).until(monday(day)).days / 7) % interval !== 0) return false
      return (rule.BYDAY?.split(',') ?? [days[start.dayOfWeek - 1]]).includes(days[day.dayOfWeek - 1])
    case 'MONTHLY':
      return monthsSince % interval === 0 && isOfMonth(rule, day)
    default:
      return (day.year - start.year) % interval === 0 && day.month === start.month && day.day === start.day
  }
}

function isOfMonth({ BYMONTHDAY, BYDAY }: Record<string, string>, day: Temporal.PlainDate): boolean {
  if (BYMONTHDAY) {
    const wanted = Number(BYMONTHDAY)
    return wanted > 0 ? day.day === wanted : day.day === day.daysInMonth + 1 + wanted
  }
  const name = BYDAY?.slice(-2)
  if (days[day.dayOfWeek - 1] !== name) return false
  const ordinal = Number(BYDAY?.slice(0, -2))
  return ordinal > 0 ? Math.ceil(day.day / 7) === ordinal : day.day + 7 > day.daysInMonth
}
