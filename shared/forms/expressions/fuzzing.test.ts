import { expect, test } from 'vitest'
import { fuzz } from './fuzzing.ts'
import { matchesPattern } from './pattern.ts'

test('random expressions are read, written and worked out, and nonsense is refused with its place', () => {
  expect(() => fuzz(20_261_121, 3_000)).not.toThrow()
})

test.each([
  ['(a+)+$', 'a'.repeat(15_000)],
  ['(a|aa|a*)*b', 'a'.repeat(5_000)],
  ['(\\d+)+(\\d+)+(\\d+)+x', '1'.repeat(5_000)],
  ['([a-z]{1,30}){1,30}!', 'z'.repeat(3_000)],
])('no pattern can hold anybody up: %s', (pattern, text) => {
  const started = performance.now()
  expect(matchesPattern(`${text}!?`, pattern)).toBe(false)
  // Seconds would be minutes or years with backtracking.
  expect(performance.now() - started).toBeLessThan(5_000)
})

test.each([
  ['abc', 'a.c', true],
  ['aaaa', 'a{2,3}', false],
  ['aaa', 'a{2,}', true],
  ['a-b_c', '[a-z\\-_]+', true],
  ['x]', '[^\\]]\\]', true],
  ['Őz', '\\p{Lu}\\p{Ll}', true],
  ['a b', 'a\\sb', true],
  ['ab', 'a\\bb', false],
  ['foo', '^(?:foo|bar)$', true],
  ['', '', true],
  ['🐄🐄', '.{2}', true],
  ['aab', 'a+?b', true],
  ['abab', '(ab)\\1', null],
  ['ab', '(?!x)ab', null],
  ['ab', 'a{2000}', null],
  ['ab', '(ab', null],
  ['ab', '*ab', null],
])('"%s" against %s: %s', (text, pattern, expected) => {
  expect(matchesPattern(text, pattern)).toBe(expected)
})
