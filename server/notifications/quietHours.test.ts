import { expect, test } from 'vitest'
import { quietHoursOf, whenMailed } from './quietHours.ts'

const zone = 'Europe/Budapest'
const nobody = { quietFrom: null, quietTo: null, digestAt: null }
const at = (moment: string, wishes: object) =>
  whenMailed(new Date(moment), { ...nobody, ...wishes }, zone)?.toISOString()

test('notifications in the night’s quiet hours wait for their end by the person’s clock', () => {
  const night = { quietFrom: '20:00', quietTo: '06:00' }
  expect(at('2026-11-20T18:59Z', night)).toBeUndefined()
  expect(at('2026-11-20T19:00Z', night)).toBe('2026-11-21T05:00:00.000Z')
  expect(at('2026-11-21T04:59Z', night)).toBe('2026-11-21T05:00:00.000Z')
  expect(at('2026-11-21T05:00Z', night)).toBeUndefined()
  // The night in which clocks change is shorter.
  expect(at('2026-03-28T21:00Z', night)).toBe('2026-03-29T04:00:00.000Z')
})

test('quiet hours of the day, and one mail a day at an hour of choice', () => {
  expect(at('2026-11-20T11:30Z', { quietFrom: '12:00', quietTo: '13:00' })).toBe('2026-11-20T12:00:00.000Z')
  expect(at('2026-11-20T12:30Z', { quietFrom: '12:00', quietTo: '13:00' })).toBeUndefined()
  expect(at('2026-11-20T12:30Z', { digestAt: '07:00' })).toBe('2026-11-21T06:00:00.000Z')
  expect(at('2026-11-20T05:30Z', { digestAt: '07:00' })).toBe('2026-11-20T06:00:00.000Z')
  expect(at('2026-11-20T05:30Z', {})).toBeUndefined()
})

test('the company’s quiet hours apply to people without own ones, unless they want none', () => {
  const company = { quietFrom: '20:00', quietTo: '06:00' }
  const own = { quietFrom: '22:00', quietTo: '05:00', isNeverQuiet: false }
  const none = { quietFrom: null, quietTo: null }
  expect(quietHoursOf(undefined, company)).toEqual(company)
  expect(quietHoursOf({ ...none, isNeverQuiet: false }, company)).toEqual(company)
  expect(quietHoursOf(own, company)).toMatchObject({ quietFrom: '22:00', quietTo: '05:00' })
  expect(quietHoursOf({ ...own, isNeverQuiet: true }, company)).toEqual(none)
  expect(quietHoursOf(undefined, undefined)).toEqual(none)
})
