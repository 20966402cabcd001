import { expect, test } from 'vitest'
import { localTime } from '#shared/lib/localTime.ts'
import { atTime, between, later, momentAt } from './wallTime.ts'

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

test.each([
  ['America/New_York', '2026-03-08T06:00', '2026-03-08T10:00'],
  ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  ['Europe/Budapest', '2026-10-25T06:00', '2026-10-25T05:00'],
  ['Pacific/Auckland', '2026-09-27T07:00', '2026-09-26T18:00'],
  ['UTC', '2026-03-08T06:00', '2026-03-08T06:00'],
])('around a change of clocks in %s, %s is %s in UTC', (zone, wall, utc) => {
  expect(new Date(momentAt(wall, zone)).toISOString().slice(0, 16)).toBe(utc)
})
