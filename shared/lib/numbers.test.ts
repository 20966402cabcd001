import { expect, test } from 'vitest'
import type { Locale } from './language.ts'
import { decimalSignOf, parseNumber } from './numbers.ts'

const cases: [Locale, string, number | null][] = [
  ['en', '1234.5', 1234.5],
  ['en', '1,234.5', 1234.5],
  ['en', '1,234', 1234],
  ['en', '1,5', 1.5],
  ['en', '12,34', 12.34],
  ['en', '0,250', 0.25],
  ['en', '1.234', 1.234],
  ['de', '1.234,5', 1234.5],
  ['de', '1.234', 1234],
  ['de', '1,234', 1.234],
  ['de', '1.5', 1.5],
  ['de', '0.250', 0.25],
  ['de', '1.234.567', 1234567],
  ['hu', '1 234,5', 1234.5],
  ['hu', '1\u00a0234\u00a0567', 1234567],
  ['hu', '38,6', 38.6],
  ['fr', '1\u202f234,5', 1234.5],
  ['fr', '1.234', 1.234],
  ['fr', "1'234", 1234],
  ['ar', '١٢٣', 123],
  ['ar', '١٬٢٣٤٫٥', 1234.5],
  ['ar', '٣٨،٦', 38.6],
  ['ar', '۴۵۶', 456],
  ['ar', '\u061c-٥', -5],
  ['ar', '\u200f٣٨٫٦\u200f', 38.6],
  ['ar', '1,234', 1234],
  ['en', ' 42 ', 42],
  ['en', '−3', -3],
  ['en', '.5', 0.5],
  ['de', '5,', 5],
  ['en', '007', 7],
  ['en', '', null],
  ['en', '   ', null],
  ['en', '-', null],
  ['en', '.', null],
  ['en', 'twelve', null],
  ['en', '12 kg', null],
  ['en', '1e5', null],
  ['en', '0x10', null],
  ['en', 'Infinity', null],
  ['en', '1.2.3', null],
  ['en', '1,23,4', null],
  ['en', '1,23.4', null],
  ['en', '1.234,5,6', null],
  ['en', '1 23', null],
  ['en', '--5', null],
]

test.each(cases)('in %s, "%s" is %s', (language, input, expected) => {
  expect(parseNumber(input, language)).toBe(expected)
})

test('a whole number has no decimals: three digits behind a sign are thousands in any language', () => {
  for (const text of ['25.000', '25,000', '25 000', '25000', '٢٥٬٠٠٠'])
    for (const language of ['en', 'hu', 'de', 'fr', 'ar'] as const)
      expect([text, parseNumber(text, language, { isWhole: true })]).toEqual([text, 25_000])
  expect(parseNumber('1.5', 'de', { isWhole: true })).toBe(1.5)
})

test('a column tells which sign is decimal, where one of its cells can mean nothing else', () => {
  expect(decimalSignOf(['1.234', '12,5', ''])).toBe(',')
  expect(decimalSignOf(['1,234', '0.25'])).toBe('.')
  expect(decimalSignOf(['1.234.567'])).toBe(',')
  expect(decimalSignOf(['1.234,5', 'barn'])).toBe(',')
  expect(decimalSignOf(['1.234', '12'])).toBe(null)
  expect(decimalSignOf(['1,5', '2.5'])).toBe(null)
  expect(parseNumber('1.234', 'fr', { decimal: ',' })).toBe(1234)
  expect(parseNumber('1,234', 'de', { decimal: '.' })).toBe(1234)
  expect(parseNumber('1.234', 'de', { decimal: '.' })).toBe(1.234)
})
