import { expect, test } from 'vitest'
import { localTime } from '#shared/lib/localTime.ts'
import { atTime, between, later } from './wallTime.ts'

test('the clock on the wall is the one where the company is', () => {
  const moment = Date.parse('2026-11-20T23:30:00Z')
  expect(localTime(moment, 'Europe/Budapest')).toBe('2026-11-21T00:30')
  expect(localTime(moment, 'Europe/London')).toBe('2026-11-20T23:30')
})

test.each([
  ['2026-11-20T07:00', 'PT8H', '2026-11-20T15:00'],
  ['2026-11-20T07:00', 'P2DT3H30M', '2026-11-22T10:30'],
  ['2026-01-31T07:00', 'P1W', '2026-02-07T07:00'],
  ['2026-11-20T23:45', 'PT45M', '2026-11-21T00:30'],
  ['2028-02-28T12:00', 'P1D', '2028-02-29T12:00'],
])('%s and %s is %s', (start, duration, end) => {
  expect(later(start, duration)).toBe(end)
})

test.each([
  ['2026-11-20T07:00', '2026-11-20T15:00', 'PT8H'],
  ['2026-11-20T07:00', '2026-11-22T10:30', 'P2DT3H30M'],
  ['2026-11-20T07:00', '2026-11-27T07:00', 'P7D'],
  ['2026-11-20T23:45', '2026-11-21T00:30', 'PT45M'],
])('from %s to %s is %s, and the way back leads there', (start, end, duration) => {
  expect(between(start, end)).toBe(duration)
  expect(later(start, duration)).toBe(end)
})

test('what is not later, or not typed to its end, has no duration', () => {
  expect(between('2026-11-20T07:00', '2026-11-20T07:00')).toBeNull()
  expect(between('2026-11-20T07:00', '2026-11-20T06:00')).toBeNull()
  expect(between('2026-11-20T07:00', '')).toBeNull()
  expect(later('', 'PT8H')).toBe('')
  expect(later('2026-11-20T07:00', 'soon')).toBe('')
})

test('tomorrow morning is the next day of the calendar', () => {
  expect(atTime('2026-12-31T18:20', '06:00', 1)).toBe('2027-01-01T06:00')
  expect(atTime('2026-11-20T18:20', '18:00')).toBe('2026-11-20T18:00')
})
