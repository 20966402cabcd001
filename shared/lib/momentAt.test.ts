import { expect, test } from 'vitest'
import { momentAt } from './momentAt.ts'

test.each([
  ['America/New_York', '2026-03-08T06:00', '2026-03-08T10:00'],
  ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  ['Europe/Budapest', '2026-10-25T06:00', '2026-10-25T05:00'],
  ['Pacific/Auckland', '2026-09-27T07:00', '2026-09-26T18:00'],
  ['UTC', '2026-03-08T06:00', '2026-03-08T06:00'],
])('around a change of clocks in %s, %s is %s in UTC', (zone, wallTime, utc) => {
  expect(new Date(momentAt(wallTime, zone)).toISOString().slice(0, 16)).toBe(utc)
})
