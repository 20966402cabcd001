import { expect, test } from 'vitest'
import { caseAnswers, cases, farms } from '../../../testing/expressions/cases.ts'
import { pretendScope } from '../../../testing/expressions/pretendScope.ts'
import { Rows } from '../tables/contents.ts'
import { evaluate } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { textOf } from './values.ts'

/** What belongs to a place in a form rather than to its answers. */
const answers = { ...caseAnswers, '.': 7, 'last-saved#n': 3, colour: 'brown' }
const placed: [string, string][] = [
  ['. > 6', 'true'],
  ['current()/. + 1', '8'],
  ['${last-saved#n}', '3'],
  ['colour', 'brown'],
  ["colour = 'brown' and ${n} = 4", 'true'],
  ['once(9)', '7'],
  ["jr:choice-name(${crops}, '${crops}')", 'crops:maize wheat rye'],
  ["jr:choice-name('maize', '/data/crops')", 'crops:maize'],
  ['position(..)', '10'],
  ['position(../..)', '20'],
]
const all = [...cases, ...placed]

const resultOf = (source: string) => {
  const { tree, fault } = parseExpression(source)
  if (!tree) throw new Error(JSON.stringify(fault))
  const tables = { farms: new Rows(farms.columns, farms.rows) }
  return textOf(evaluate(tree, pretendScope(answers, {}, tables)))
}

test.each(all)('%s is "%s"', (source, expected) => {
  expect(resultOf(source)).toBe(expected)
})

test('every function that has a signature is worked out in a case above', async () => {
  const { signatures } = await import('./signatures.ts')
  const called = new Set(all.flatMap(([source]) => [...source.matchAll(/([\w:-]+)\(/g)].map(([, name]) => name)))
  expect(Object.keys(signatures).filter(name => !called.has(name))).toEqual([])
})

test('the words of a date are those of the language', () => {
  const { tree } = parseExpression("format-date('2026-11-21', '%a %d. %b')")
  expect(tree && textOf(evaluate(tree, pretendScope({}, { language: 'de' })))).toBe('Sa 21. Nov')
})

test('unaffected parts are not evaluated', () => {
  const { tree } = parseExpression('if(true() or ${boom}, 1, ${boom}) + coalesce(1, ${boom})')
  const read = () => {
    throw new Error('looked at')
  }
  expect(tree && evaluate(tree, pretendScope({}, { read }))).toBe(2)
})
