import { expect, test } from 'vitest'
import { maxCounted, pageMeta } from './paging.ts'

const meta = (page: number, counted: number, shown: number) => pageMeta({ page, perPage: 25 }, counted, shown)

test('a list that was counted whole has the meta of the specification and nothing else', () => {
  expect(meta(1, 0, 0)).toEqual({ current_page: 1, per_page: 25, total: 0, last_page: 1, from: null, to: null })
  expect(meta(2, 30, 5)).toEqual({ current_page: 2, per_page: 25, total: 30, last_page: 2, from: 26, to: 30 })
  expect(meta(400, maxCounted, 25)).not.toHaveProperty('total_is_lower_bound')
})

test('of a longer one the total is a bound, and there is always a page after one that is full', () => {
  const isMore = { total_is_lower_bound: true }
  expect(meta(1, maxCounted + 1, 25)).toMatchObject({ total: 10_000, last_page: 401, ...isMore })
  expect(meta(401, maxCounted + 1, 25)).toMatchObject({
    total: 10_025,
    last_page: 402,
    from: 10_001,
    to: 10_025,
    ...isMore,
  })
  expect(meta(5000, maxCounted + 1, 0)).toMatchObject({ total: 10_000, last_page: 401, from: null, ...isMore })
})

test('the page at which it ends says how many there are', () => {
  const last = meta(2000, maxCounted + 1, 3)
  expect(last).toMatchObject({ total: 49_978, last_page: 2000, from: 49_976, to: 49_978 })
  expect(last).not.toHaveProperty('total_is_lower_bound')
})
