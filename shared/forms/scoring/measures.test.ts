import { expect, test } from 'vitest'
import { percentOf } from './measures.ts'

test.each([
  [23, 80, 28.8],
  [133, 200, 66.5],
  [0.285, 1, 28.5],
  [0.3, 0.3, 100],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [0, 7, 0],
])('%d of %d are %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test('any share is rounded as it would be by hand', () => {
  for (let whole = 1; whole <= 400; whole++)
    for (let part = 0; part <= whole; part++) {
      // In whole numbers there is nothing to lose.
      const exact = Math.floor((2_000 * part + whole) / (2 * whole)) / 10
      if (percentOf(part, whole) !== exact) expect.fail(`${part} of ${whole}: ${percentOf(part, whole)}`)
    }
})
