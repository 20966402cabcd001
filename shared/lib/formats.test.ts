/** Arabic days, times to come and enumerations are drawn and read in their order. */
import { expect, test } from 'vitest'
import { formatsOf } from './formats.ts'

const arabic = formatsOf('ar', 'UTC')
const now = '2026-11-20T10:00:00Z'

test('an Arabic day has the name of its month, so that nothing turns it around', () => {
  expect(arabic.date('2026-11-20')).toBe('20 نوفمبر 2026')
  expect(arabic.day('2026-11-20', { dateStyle: 'medium' })).toBe('20 نوفمبر 2026')
  expect(arabic.dateTime('2026-11-20T10:42:00Z')).toMatch(/^20 نوفمبر 2026/)
  expect(formatsOf('de', 'UTC').date('2026-11-20')).toBe('20.11.2026')
})

test('what comes in five minutes comes after them and not within them', () => {
  expect(arabic.relative('2026-11-20T10:05:00Z', now)).toBe('بعد 5 دقائق')
  expect(arabic.relative('2026-11-20T09:55:00Z', now)).toBe('قبل 5 دقائق')
  expect(arabic.relative('2026-11-21T10:00:00Z', now)).toBe('غدًا')
})

test('names beside each other are parted by the comma of the language', () => {
  expect(arabic.commas(['Anna', 'Béla'])).toBe('Anna، Béla')
  expect(formatsOf('fr', 'UTC').commas(['Anna', 'Béla'])).toBe('Anna, Béla')
})
