import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { Recurrence } from '#shared/tasks/recurrence.ts'
import { naiveOccurrences, randomSeries } from '../../../testing/naiveRecurrence.ts'
import { occurrencesBetween } from './recurrence.ts'

// The short run beside it does the same 300 times.
test('10,000 random rules give what a walk over every day of the calendar gives', () => {
  const differing: object[] = []
  for (let seed = 1; seed <= 10_000; seed++) {
    const series = randomSeries(seed)
    const [got, wanted] = [occurrencesBetween(series, series.from, series.to), naiveOccurrences(series)]
    if (String(got) !== String(wanted))
      differing.push({ seed, ...series, got: got.slice(0, 5), wanted: wanted.slice(0, 5) })
  }
  expect(differing.slice(0, 5), `${differing.length}`).toEqual([])
})

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A rule of any parts that may stand together, and its start. */
function randomRule(below: (bound: number) => number) {
  const some = (item: () => string | number) => [...new Set(Array.from({ length: 1 + below(3) }, item))].join(',')
  const signed = (most: number) => (below(2) ? 1 : -1) * (1 + below(most))
  const frequency = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'][below(5)] ?? 'DAILY'
  const isOrdinal = frequency === 'MONTHLY' && below(2) === 0
  const parts = [`FREQ=${frequency}`]
  if (below(2)) parts.push(`INTERVAL=${1 + below(4)}`)
  if (!below(3)) parts.push(`BYMONTH=${some(() => 1 + below(12))}`)
  if (frequency === 'HOURLY' && !below(5)) parts.push(`BYYEARDAY=${some(() => signed(366))}`)
  if (frequency !== 'WEEKLY' && !below(4)) parts.push(`BYMONTHDAY=${some(() => signed(31))}`)
  if (!below(2)) parts.push(`BYDAY=${some(() => `${isOrdinal ? signed(5) : ''}${days[below(7)]}`)}`)
  if (!below(3)) parts.push(`BYHOUR=${some(() => below(24))}`)
  if (!below(6)) parts.push(`WKST=${days[below(7)]}`)
  if (!below(4) && parts.some(part => part.startsWith('BY'))) parts.push(`BYSETPOS=${some(() => signed(4))}`)
  if (!below(5)) parts.push(`COUNT=${1 + below(20)}`)
  return {
    recurrence: parts.join(';'),
    startsAt: `20${20 + below(9)}-0${1 + below(9)}-${10 + below(19)}T0${below(10)}:30`,
  }
}

// What the library says of yearly rules with ordinals or days of the year is not what RFC 5545 says, so these are left
// to the walk above.
test('10,000 rules of all parts say what rrule-temporal says, where no clocks change', () => {
  let state = 12_345
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  let compared = 0
  for (let index = 0; index < 10_000; index++) {
    const { recurrence, startsAt } = randomRule(below)
    if (!Recurrence.safeParse(recurrence).success) continue
    const dtstart = Temporal.PlainDateTime.from(startsAt).toZonedDateTime('UTC')
    const from = new Date(dtstart.epochMilliseconds + below(400) * 86_400_000)
    const to = new Date(from.getTime() + 700 * 86_400_000)
    const rule = new RRuleTemporal({ rruleString: recurrence, dtstart, cache: false })
    let theirs: number[]
    try {
      theirs = rule.between(from, new Date(to.getTime() - 1), true).map(({ epochMilliseconds }) => epochMilliseconds)
    } catch {
      // It gives up where a rule names no day.
      continue
    }
    const ours = occurrencesBetween({ recurrence, startsAt, timezone: 'UTC', exceptions: [] }, from, to)
    expect(ours.map(Number), `${recurrence} from ${startsAt}`).toEqual(theirs)
    compared++
  }
  expect(compared).toBeGreaterThan(9_000)
})
