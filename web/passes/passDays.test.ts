import { expect, test } from 'vitest'
import { dayAfterPass, endOf, lastDayOf, recordDays, startOf, today } from './passDays.ts'

test.each([
  ['Europe/Budapest', '2026-11-30', '2026-11-29T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ['America/New_York', '2026-11-30', '2026-11-30T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  // A day of 25 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
])('in %s, a pass of %s begins and ends with the day of the company', (zone, day, begins, ends) => {
  expect(startOf(day, zone).toISOString()).toBe(begins)
  expect(endOf(day, zone).toISOString()).toBe(ends)
  expect(lastDayOf({ ends_at: ends }, zone)).toBe(day)
})

test('days of an earlier pass are counted where the company is', () => {
  const pass = { first_day: '2026-11-01', last_day: null, starts_at: '2026-11-30T23:30:00.000Z' }
  expect(recordDays(pass, 'Europe/Budapest')).toBe(31)
  expect(recordDays(pass, 'UTC')).toBe(30)
  expect(dayAfterPass(pass, 'Europe/Budapest')).toBe('2026-12-01')
  expect(dayAfterPass({ ...pass, last_day: '2026-11-15' }, 'UTC')).toBe('2026-11-16')
  expect(today('Pacific/Kiritimati') >= today('Pacific/Pago_Pago')).toBe(true)
})
