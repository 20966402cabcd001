import { expect, test } from 'vitest'
import { naiveOccurrences, randomSeries } from './naiveRecurrence.ts'
import { occurrencesBetween } from './recurrence.ts'

// The short run beside it does the same 300 times.
test('10,000 random rules say what a walk over every day of the calendar says', () => {
  const differing: object[] = []
  for (let seed = 1; seed <= 10_000; seed++) {
    const series = randomSeries(seed)
    const [got, wanted] = [occurrencesBetween(series, series.from, series.to), naiveOccurrences(series)]
    if (String(got) !== String(wanted))
      differing.push({ seed, ...series, got: got.slice(0, 5), wanted: wanted.slice(0, 5) })
  }
  expect(differing.slice(0, 5), `${differing.length}`).toEqual([])
})
