import { expect, test } from 'vitest'
import { attemptKey, newKey } from './attemptKey.ts'
import { RequestError } from './requestError.ts'

const wish = () => attemptKey('/location', { name: 'Barn 3' }, 7)
const failure = (status: number) => new RequestError({ status, code: status === 0 ? 'network_error' : 'invalid' })

test('trying the same again after no answer, or after a server error, is the same attempt', () => {
  const first = wish()
  first.failed(failure(0))
  expect(wish().key).toBe(first.key)
  wish().failed(failure(503))
  expect(wish().key).toBe(first.key)
  first.answered()
})

test('the same wish twice at once is one attempt, another wish is another', () => {
  const first = wish()
  expect(wish().key).toBe(first.key)
  const other = attemptKey('/location', { name: 'Barn 4' }, 7)
  expect(other.key).not.toBe(first.key)
  first.answered()
  other.answered()
})

test('after an answer, yes or no, the same again is a new wish', () => {
  const first = wish()
  first.answered()
  const second = wish()
  expect(second.key).not.toBe(first.key)
  second.failed(failure(422))
  const third = wish()
  expect(third.key).not.toBe(second.key)
  third.answered()
})

test('keys are random UUIDs of version 4', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(newKey()).not.toBe(newKey())
})

test('the same words in another company are another wish', () => {
  const first = wish()
  const elsewhere = attemptKey('/location', { name: 'Barn 3' }, 8)
  expect(elsewhere.key).not.toBe(first.key)
  first.failed(failure(503))
  elsewhere.answered()
  expect(wish().key).toBe(first.key)
  first.answered()
})
