import { expect, test } from 'vitest'
import { BudgetExceeded } from '#shared/forms/expressions/budget.ts'
import { checkExpression } from '#shared/forms/expressions/checkExpression.ts'
import { evaluate } from '#shared/forms/expressions/evaluate.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { matchesPattern } from '#shared/forms/expressions/pattern.ts'
import { textOf } from '#shared/forms/expressions/values.ts'
import { pretendScope } from '#testing/expressions/pretendScope.ts'
import { processorTime } from '#testing/processorTime.ts'
import { fuzz } from './fuzzing.ts'

test('random expressions are read, written and worked out, and nonsense is refused with its place', () => {
  expect(() => fuzz(20_261_121, 3_000)).not.toThrow()
}, 30_000)

test.each([
  ['repetition of repetition', '(a+)+$', 'a'.repeat(15_000)],
  ['many ways to the same', '(a|aa|a*)*b', 'a'.repeat(5_000)],
  ['one after the other', '(\\d+)+(\\d+)+(\\d+)+x', '1'.repeat(5_000)],
  ['counted twice', '([a-z]{1,30}){1,30}!', 'z'.repeat(3_000)],
  ['thousands of ways at once', '(a*)*'.repeat(600), 'a'.repeat(19_000)],
  ['groups in groups', '('.repeat(5_000) + ')'.repeat(5_000), 'a'],
])(
  'no pattern can hold anybody up: %s',
  (_, pattern, text) => {
    const started = processorTime()
    expect(withinBudget(() => matchesPattern(`${text}!?`, pattern))).not.toBe(true)
    // Seconds would be minutes or years with backtracking.
    expect(processorTime() - started).toBeLessThan(5_000)
  },
  30_000,
)

/** What an evaluation comes to, or that it was broken off. */
function withinBudget<T>(work: () => T): T | 'too much' {
  try {
    return work()
  } catch (error) {
    if (error instanceof BudgetExceeded) return 'too much'
    throw error
  }
}

const long = '1'.repeat(20_000)
const manyLetters = String.fromCharCode(...Array.from({ length: 20_000 }, (_, index) => 0x4e00 + index))
test.each([
  ['a path of thousands of steps', '/a'.repeat(9_999), ''],
  ['a row of thousands of operators', `1${'+1'.repeat(9_999)}`, ''],
  ['brackets in brackets', `${'('.repeat(9_999)}1${')'.repeat(9_999)}`, ''],
  ['conditions in conditions', `${'if(., 1, '.repeat(250)}2${')'.repeat(250)}`, long],
  ['a number that is none', 'number(.) + number(concat(., .)) + .', `${long}x`],
  ['many letters for many others', "translate(concat(., ., ., ., ., ., ., .), ., 'x')", manyLetters],
  ['a text many times over', `string-length(concat(${Array(499).fill('.').join()}))`, long],
  ['a choice without a question', `jr:choice-name(., '${'a'.repeat(19_000)} b/')`, 'a'],
])(
  'no expression can hold anybody up: %s',
  (_, source, self) => {
    const started = processorTime()
    checkExpression(source, { typeOf: () => 'any', hasSelf: true, attributes: null })
    const { tree } = parseExpression(source)
    if (tree) withinBudget(() => textOf(evaluate(tree, pretendScope({ '.': self }))))
    expect(processorTime() - started).toBeLessThan(5_000)
  },
  30_000,
)

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
