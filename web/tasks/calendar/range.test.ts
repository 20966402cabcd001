import { expect, test } from 'vitest'
import { daysAround, daysListed, stepFrom, weekOf } from './range.ts'

test('a month asks for the weeks in which it begins and ends, over the turn of the year too', () => {
  expect(daysAround('month', '2026-12-31')).toEqual({ start_date: '2026-11-24', end_date: '2027-01-08' })
  expect(daysAround('list', '2028-02-29')).toEqual({ start_date: '2028-01-25', end_date: '2028-03-08' })
  expect(daysAround('week', '2026-11-20')).toEqual({ start_date: '2026-11-13', end_date: '2026-11-27' })
  expect(daysAround('day', '2026-11-20')).toEqual({ start_date: '2026-11-20', end_date: '2026-11-20' })
})

test('a step leads from any day of a month to the next or the last one', () => {
  expect(stepFrom('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepFrom('list', '2026-01-15', -1)).toBe('2026-01-01')
  expect(stepFrom('list', '2026-01-01', -1)).toBe('2025-12-01')
  expect(stepFrom('week', '2026-12-29', 1)).toBe('2027-01-05')
  expect(stepFrom('day', '2026-03-01', -1)).toBe('2026-02-28')
})

test('the list shows what comes from its day on, a week of it at least', () => {
  expect(daysListed('2026-11-29')).toEqual({ start: '2026-11-29', end: '2026-12-09' })
  expect(daysListed('2026-12-01')).toEqual({ start: '2026-12-01', end: '2027-01-09' })
})

test('a week is shown from the day on which the person’s weeks begin', () => {
  expect(weekOf('2026-11-29', 1)).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(weekOf('2026-11-29', 0)).toEqual({ from: '2026-11-29', to: '2026-12-05' })
  expect(weekOf('2026-12-01', 6)).toEqual({ from: '2026-11-28', to: '2026-12-04' })
})
