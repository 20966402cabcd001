import { expect, test } from 'vitest'
import type { Locale } from '#shared/lib/language.ts'
import { parseDay, typedDay } from './parseDay.ts'

const today = '2026-11-22'

test.each<[Locale, string, string | null]>([
  ['de', '22.11.2026', '2026-11-22'],
  ['de', '1.2.26', '2026-02-01'],
  ['de', '22.11.', '2026-11-22'],
  ['de', '22112026', '2026-11-22'],
  ['de', '3. März 2027', '2027-03-03'],
  ['hu', '2026. 11. 22.', '2026-11-22'],
  ['hu', '2026.11.22', '2026-11-22'],
  ['hu', '26. 11. 22.', '2026-11-22'],
  ['hu', '11. 22.', '2026-11-22'],
  ['hu', '20261122', '2026-11-22'],
  ['hu', '22.11.2026', '2026-11-22'],
  ['hu', '2026. november 22.', '2026-11-22'],
  ['en', '22/11/2026', '2026-11-22'],
  ['en', '22 Nov 2026', '2026-11-22'],
  ['en', '2026-11-22', '2026-11-22'],
  ['fr', '22/11/2026', '2026-11-22'],
  ['fr', '22 novembre 2026', '2026-11-22'],
  ['ar', '22/11/2026', '2026-11-22'],
  ['ar', '٢٢/١١/٢٠٢٦', '2026-11-22'],
  ['en', '5/6/98', '1998-06-05'],
  ['en', '31/02/2026', null],
  ['en', '22/13/2026', null],
  ['en', 'Tuesday', null],
  ['en', '', null],
  ['en', '22', null],
  ['en', '22/11/2026/1', null],
])('in %s, "%s" is %s', (locale, text, day) => {
  expect(parseDay(text, locale, { today })).toBe(day)
})

test('as long as somebody types, only a whole year makes a day', () => {
  const typing = (text: string) => parseDay(text, 'de', { today, isTyping: true })
  expect(['22.11.', '22.11.2', '22.11.20', '22.11.202', '22.11.2026'].map(typing)).toEqual([
    null,
    null,
    null,
    null,
    '2026-11-22',
  ])
})

test.each<[Locale, string]>([
  ['en', '05/02/2026'],
  ['hu', '2026. 02. 05.'],
  ['de', '05.02.2026'],
  ['fr', '05/02/2026'],
  ['ar', '05/02/2026'],
])('in %s a day is shown as it is typed', (locale, text) => {
  expect(typedDay('2026-02-05', locale)).toBe(text)
  expect(parseDay(text, locale, { today })).toBe('2026-02-05')
})
