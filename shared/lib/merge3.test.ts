import { expect, test } from 'vitest'
import type { Answers } from '../forms/answers/answers.ts'
import { sameAnswer } from '../forms/answers/content.ts'
import { merge3 } from './merge3.ts'

const said = (values: Record<string, string>): Answers =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]))

test('what only the other changed is theirs, what both changed is asked, and what only I changed stays', () => {
  const base = said({ calm: 'yes', lame: 'no', bedding: 'dry', gone: 'x' })
  const mine = said({ calm: 'no', lame: 'yes', bedding: 'dry', gone: 'x' })
  const theirs = said({ calm: 'yes', lame: 'na', bedding: 'wet', added: 'y' })
  expect(merge3({ base, mine, theirs, isSame: sameAnswer })).toEqual({
    taken: new Map([
      ['bedding', { value: 'wet' }],
      ['gone', undefined],
      ['added', { value: 'y' }],
    ]),
    conflicting: ['lame'],
  })
})

test('where both say the same nobody is asked', () => {
  const base = said({ lame: 'no' })
  const same = said({ lame: 'yes' })
  expect(merge3({ base, mine: same, theirs: same, isSame: sameAnswer })).toEqual({ taken: new Map(), conflicting: [] })
})
