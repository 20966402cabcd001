/**
 * When the occurrences of a series begin. rrule-temporal does the reckoning, on the clock of the series' time zone: seven in the morning is
 * seven in winter and in summer. By RFC 5545, an occurrence whose time the clocks skip is left out, and so is the 31st of a short month;
 * of a time that comes twice the first counts. The start itself is an occurrence only where the rule says so.
 */
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { invalidField } from '#shared/lib/problem.ts'
import { previewedDates } from '#shared/tasks/seriesOptions.ts'
import { localTime } from './occurrences.ts'

/** A series as it repeats; `startsAt` is on the clock of `timezone`, exceptions are the moments that are left out. */
export type Repeating = { recurrence: string; startsAt: string; timezone: string; exceptions: Date[] }

/** Rules are asked for the same days again and again, and mean the same each time. */
const remembered = new Map<string, number[]>()
const mostRemembered = 20_000

function ruleOf({ recurrence, startsAt, timezone }: Omit<Repeating, 'exceptions'>) {
  const local = Temporal.PlainDateTime.from(startsAt)
  const dtstart = local.toZonedDateTime(timezone)
  // A start that the clocks skip is an hour late on that day, and must not make all the others late.
  const isSkipped = !dtstart.toPlainDateTime().equals(local) && !/HOUR/.test(recurrence)
  const time = isSkipped ? `;BYHOUR=${local.hour};BYMINUTE=${local.minute}` : ''
  return new RRuleTemporal({ rruleString: recurrence + time, dtstart, cache: false })
}

/** Refuses a rule that means nothing, or no day at all. */
export function requireRecurrence(repeating: Omit<Repeating, 'exceptions'>): void {
  let first: unknown
  try {
    first = ruleOf(repeating).next(startOf(repeating), true)
  } catch {
    throw invalidField('recurrence', 'not_a_recurrence')
  }
  if (!first) throw invalidField('recurrence', 'never_recurs')
}

const startOf = ({ startsAt, timezone }: Pick<Repeating, 'startsAt' | 'timezone'>) =>
  new Date(Temporal.PlainDateTime.from(startsAt).toZonedDateTime(timezone).epochMilliseconds)

/** The moments from `from` (included) to `to` (not included), in order. */
export function occurrencesBetween(repeating: Repeating, from: Date, to: Date): Date[] {
  const { recurrence, startsAt, timezone } = repeating
  const key = [recurrence, startsAt, timezone, from.getTime(), to.getTime()].join(' ')
  let moments = remembered.get(key)
  if (!moments) {
    const found = ruleOf(repeating).between(from, to, true)
    moments = found.map(({ epochMilliseconds }) => epochMilliseconds).filter(moment => moment < to.getTime())
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, moments)
  }
  const left = new Set(repeating.exceptions.map(moment => moment.getTime()))
  return moments.filter(moment => !left.has(moment)).map(moment => new Date(moment))
}

/** The first occurrence after a moment, or at it where `including`; null where the series is over. */
export function nextOccurrence(repeating: Repeating, after: Date, including = false): Date | null {
  const left = new Set(repeating.exceptions.map(moment => moment.getTime()))
  const rule = ruleOf(repeating)
  let found = rule.next(after, including)
  while (found && left.has(found.epochMilliseconds)) found = rule.next(found)
  return found ? new Date(found.epochMilliseconds) : null
}

/** The first dates of a rule, in wire form. Refuses a rule that means nothing. */
export function previewOf(repeating: Omit<Repeating, 'exceptions'>): string[] {
  requireRecurrence(repeating)
  const series = { ...repeating, exceptions: [] }
  const dates: Date[] = []
  let next = nextOccurrence(series, startOf(series), true)
  while (next && dates.length < previewedDates) {
    dates.push(next)
    next = nextOccurrence(series, next)
  }
  return dates.map(date => date.toISOString())
}

/**
 * The occurrence that follows one that was done, where the series counts from that: the rule begins anew on that day, at its own time of
 * day. `FREQ=DAILY;INTERVAL=3` is three days later.
 */
export function occurrenceAfterDone(repeating: Repeating, doneAt: Date): Date | null {
  const day = localTime(doneAt, repeating.timezone).slice(0, 10)
  const time = repeating.startsAt.slice(11)
  const anew = { ...repeating, startsAt: `${day}T${time}`, recurrence: repeating.recurrence.replace(/;?COUNT=\d+/, '') }
  const endOfDay = new Date(
    Temporal.PlainDateTime.from(`${day}T23:59:59`).toZonedDateTime(repeating.timezone).epochMilliseconds,
  )
  return nextOccurrence(anew, endOfDay)
}

/** The rule as it is to be from another start on: so many of its occurrences fewer, where it counts them. */
export function withFewer(recurrence: string, made: number): string {
  return recurrence.replace(/COUNT=(\d+)/, (_, count) => `COUNT=${Math.max(1, Number(count) - made)}`)
}

/** The rule, ended before a moment. */
export function endedBefore(recurrence: string, moment: Date): string {
  const last = new Date(moment.getTime() - 1000).toISOString().replace(/[-:]|\.\d+/g, '')
  const open = recurrence.replace(/;?(?:COUNT|UNTIL)=[^;]+/g, '').replace(/^;/, '')
  return `${open};UNTIL=${last}`
}
