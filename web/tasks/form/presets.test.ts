import { expect, test } from 'vitest'
import { isPreset, presetOf } from './wallTime.ts'

const zone = 'Europe/Budapest'
const at = (utc: string) => Date.parse(`2026-11-20T${utc}:00Z`)

test('a task for today is due in the evening where the company is', () => {
  expect(presetOf('today', at('09:00'), zone)).toEqual({ starts_at: '2026-11-20T10:00', due_after: 'PT8H' })
})

test('after five, today lasts until midnight', () => {
  expect(presetOf('today', at('16:30'), zone)).toEqual({ starts_at: '2026-11-20T17:30', due_after: 'PT6H29M' })
})

test('tomorrow morning is from six to ten, also when it is already tomorrow elsewhere', () => {
  expect(presetOf('tomorrowMorning', at('23:30'), zone)).toEqual({ starts_at: '2026-11-22T06:00', due_after: 'PT4H' })
})

test('within a week ends on the evening of the same weekday', () => {
  expect(presetOf('thisWeek', at('09:00'), zone)).toEqual({ starts_at: '2026-11-20T10:00', due_after: 'P7DT8H' })
})

test('a preset stays chosen while the minutes pass, and not when the end is another', () => {
  const chosen = presetOf('today', at('09:00'), zone)
  const later = { ...chosen, starts_at: '2026-11-20T10:05', due_after: 'PT7H55M' }
  expect(isPreset('today', later, at('09:05'), zone)).toBe(true)
  expect(isPreset('today', { ...later, due_after: 'PT9H' }, at('09:05'), zone)).toBe(false)
  expect(isPreset('thisWeek', later, at('09:05'), zone)).toBe(false)
})
