import { expect, test } from 'vitest'
import { processorTime } from '#testing/processorTime.ts'
import { type Locale, locales } from './language.ts'
import { type DayOrder, dayOrderOf, parseDay, typedDay } from './parseDay.ts'

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
  ['fr', '1er décembre 2026', '2026-12-01'],
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
  const typing = (text: string) => parseDay(text, 'de', { today, wholeYear: true })
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

test('a column tells which of two numbers is the month, where another cell can mean nothing else', () => {
  expect(dayOrderOf(['4/3/2026', '3/14/2026'])).toBe('month-first')
  expect(dayOrderOf(['4/3/2026', '14/3/2026'])).toBe('day-first')
  expect(dayOrderOf(['4/3/2026', '2026-03-14', 'soon'])).toBe(null)
  expect(dayOrderOf(['3/14/2026', '14.3.2026'])).toBe('mixed')
  const read = (text: string, order: DayOrder) => parseDay(text, 'en', { today, order })
  expect(read('4/3/2026', 'month-first')).toBe('2026-04-03')
  expect(read('4/3/2026', 'day-first')).toBe('2026-03-04')
  expect(read('2026-04-03', 'month-first')).toBe('2026-04-03')
  expect(read('3 April 2026', 'month-first')).toBe('2026-04-03')
  expect(['4/3/2026', '3/14/2026', '14/3/2026', '4/4/2026'].map(text => read(text, 'mixed'))).toEqual([
    null,
    '2026-03-14',
    '2026-03-14',
    '2026-04-04',
  ])
})

test('a thousand cells with words in them are read in a moment: an import reads each in every language', () => {
  const began = processorTime()
  for (let cell = 0; cell < 1_000; cell++)
    for (const locale of locales) parseDay('12 of nothing 2026', locale, { today, wholeYear: true })
  expect(processorTime() - began).toBeLessThan(500)
})
