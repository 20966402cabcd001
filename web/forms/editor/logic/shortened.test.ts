import { expect, test } from 'vitest'
import { shortened } from './conditions.ts'

test('a question of usual length is quoted whole', () => {
  expect(shortened('Is one of them lame? ')).toBe('Is one of them lame?')
})

test('a question of many words is quoted by its beginning, which ends between two words', () => {
  const question =
    'Is the ventilation of the barn, with its ridge openings, curtains and fans, in such a state that no draught is felt?'
  expect(shortened(question)).toBe('Is the ventilation of the barn, with its ridge openings, curtains and fans, in…')
  expect(shortened('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`)
})
