import { expect, test } from 'vitest'
import { localTime, occurrenceAt, occurrenceFrom } from './zonedTime.ts'

const budapest = 'Europe/Budapest'
const at = (localStart: string, dueAfter: string, timezone = budapest) => {
  const { startsAt, dueAt } = occurrenceAt(localStart, dueAfter, timezone)
  return [startsAt.toISOString(), dueAt.toISOString()]
}

test('seven in the morning is seven on the clock of the farm, in winter and in summer', () => {
  expect(at('2026-01-15T07:00', 'PT2H')).toEqual(['2026-01-15T06:00:00.000Z', '2026-01-15T08:00:00.000Z'])
  expect(at('2026-07-15T07:00', 'PT2H')).toEqual(['2026-07-15T05:00:00.000Z', '2026-07-15T07:00:00.000Z'])
  expect(at('2026-07-15T07:00', 'PT2H', 'Asia/Kolkata')[0]).toBe('2026-07-15T01:30:00.000Z')
})

test('a day is a calendar day when clocks change, and 24 hours are hours', () => {
  expect(at('2026-03-28T07:00', 'P1D')).toEqual(['2026-03-28T06:00:00.000Z', '2026-03-29T05:00:00.000Z'])
  expect(at('2026-03-28T07:00', 'PT24H')[1]).toBe('2026-03-29T06:00:00.000Z')
  expect(at('2026-10-24T07:00', 'P1D')).toEqual(['2026-10-24T05:00:00.000Z', '2026-10-25T06:00:00.000Z'])
  expect(at('2026-10-24T07:00', 'P1DT24H')[1]).toBe('2026-10-26T06:00:00.000Z')
  expect(at('2026-01-31T07:00', 'P1M')[1]).toBe('2026-02-28T06:00:00.000Z')
})

test('a start in the hour that clocks skip moves on, and of the hour that comes twice the first counts', () => {
  expect(at('2026-03-29T02:30', 'PT1H')[0]).toBe('2026-03-29T01:30:00.000Z')
  expect(at('2026-10-25T02:30', 'PT1H')[0]).toBe('2026-10-25T00:30:00.000Z')
})

test('what begins at a moment keeps that moment, also in the hour that comes twice', () => {
  const second = new Date('2026-10-25T01:30:20.000Z')

  expect(localTime(second, budapest)).toBe('2026-10-25T02:30')
  expect(occurrenceFrom(second, 'PT1H', budapest)).toEqual({
    startsAt: second,
    dueAt: new Date('2026-10-25T02:30:20.000Z'),
  })
})

test('the longest durations and the farthest days that a draft allows still give a date', () => {
  const { dueAt } = occurrenceAt('2199-12-31T23:59:59', 'P99Y999M9999W99999DT999999H9999999M999999999S', budapest)
  expect(dueAt.getUTCFullYear()).toBeLessThan(9999)
})
