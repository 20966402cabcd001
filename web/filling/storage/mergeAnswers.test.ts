import { expect, test } from 'vitest'
import { sameAnswer } from '#shared/forms/answers/content.ts'
import { withAttempt } from './entry.ts'
import { mergeAnswers } from './mergeFromServer.ts'

const [yes, no, na] = [{ value: 'yes' }, { value: 'no' }, { value: 'na' }]
const merge = (sides: Partial<Parameters<typeof mergeAnswers>[0]>) => {
  const { taken, conflicting } = mergeAnswers({ agreed: {}, attempted: {}, mine: {}, theirs: {}, ...sides })
  return { taken: Object.fromEntries(taken), conflicting }
}

test('what only one side changed is taken from that side', () => {
  expect(merge({ agreed: { a: yes, b: yes }, mine: { a: no, b: yes }, theirs: { a: yes, b: no } })).toEqual({
    taken: { b: no },
    conflicting: [],
  })
})

test('an answer that they took away is taken away here', () => {
  expect(merge({ agreed: { a: yes }, mine: { a: yes }, theirs: {} })).toEqual({
    taken: { a: undefined },
    conflicting: [],
  })
})

test('the same change on both sides is no conflict, two different ones are', () => {
  expect(merge({ agreed: { a: yes }, mine: { a: no }, theirs: { a: no } })).toEqual({ taken: {}, conflicting: [] })
  expect(merge({ agreed: { a: yes }, mine: { a: no }, theirs: { a: na } })).toEqual({ taken: {}, conflicting: ['a'] })
  expect(merge({ agreed: { a: yes }, mine: {}, theirs: { a: na } })).toEqual({ taken: {}, conflicting: ['a'] })
})

test('what was sent without an answer is ours, however often that happened', () => {
  const once = withAttempt({ agreed: { a: yes }, attempted: {} }, { a: no })
  const attempted = withAttempt({ agreed: { a: yes }, attempted: once }, {})
  expect(attempted).toEqual({ a: [no, {}] })
  const ours = { agreed: { a: yes }, attempted, mine: { a: na } }
  expect(merge({ ...ours, theirs: { a: no } })).toEqual({ taken: {}, conflicting: [] })
  expect(merge({ ...ours, theirs: {} })).toEqual({ taken: {}, conflicting: [] })
  expect(withAttempt({ agreed: {}, attempted }, { a: no })).toEqual(attempted)
})

test('answers say the same however they are written down', () => {
  const uuid = '7d3f1c1e-5a0b-4c6e-9d57-2f6a0f3f9a11'
  expect(sameAnswer({ value: 1, note: '' }, { photos: [], value: 1 })).toBe(true)
  expect(sameAnswer(undefined, {})).toBe(true)
  expect(sameAnswer({ value: [{ uuid, name: 'a.jpg' }] }, { value: [{ uuid }] })).toBe(true)
  expect(sameAnswer({ value: ['a', 'b'] }, { value: ['b', 'a'] })).toBe(false)
  expect(sameAnswer({ value: 1, note: 'low' }, { value: 1 })).toBe(false)
  expect(sameAnswer({ value: 0 }, {})).toBe(false)
})
