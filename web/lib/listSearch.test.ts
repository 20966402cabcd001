import { expect, test } from 'vitest'
import { listSearch } from './listSearch.ts'

const read = listSearch('type')

test('an address gives the list that it names', () => {
  const raw = { page: 2, per_page: 50, search: 'Barn', sort: '-name', archived: true, type: 'pen' }
  expect(read(raw)).toEqual(raw)
})

test('what makes no sense is left out, and so is what the list does not know', () => {
  expect(read({ page: -1, per_page: 'many', archived: 'yes', search: ['a'], colour: 'red' })).toEqual({})
})

test('a search for a number stays a text', () => {
  expect(read({ search: 12, page: '3' })).toEqual({ search: '12', page: 3 })
})
