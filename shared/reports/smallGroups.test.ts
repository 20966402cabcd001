import { expect, test } from 'vitest'
import { fewestAnonymous, hiddenGroups, isFew } from './prevalence.ts'

test.each([
  ['nobody without a name hides nothing', [0, 0, 0], []],
  ['five or more are told', [5, 9, 0], []],
  ['a single small group takes the next smallest along, which would tell it', [3, 12, 7, 0], [0, 2]],
  ['several small ones hide each other', [2, 4, 20], [0, 1]],
  ['but not where all of them together are few', [1, 2, 20, 9], [0, 1, 3]],
  ['where there is no other, only itself', [4, 0], [0]],
] as const)('%s', (_, sizes, hidden) => {
  expect([...hiddenGroups(sizes)].toSorted()).toEqual(hidden)
})

test('for any groups, the shown ones leave of the whole nobody, or five people in two groups', () => {
  let state = 7
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  for (let run = 0; run < 5_000; run++) {
    const sizes = Array.from({ length: 1 + next(6) }, () => next(9))
    const hidden = hiddenGroups(sizes)
    const left = [...hidden].reduce((sum, at) => sum + (sizes[at] ?? 0), 0)
    const isEverybody = sizes.every((size, at) => size === 0 || hidden.has(at))
    expect(
      sizes.some((size, at) => isFew(size) && !hidden.has(at)),
      sizes.join(),
    ).toBe(false)
    if (hidden.size > 0 && !isEverybody) expect(hidden.size > 1 && left >= fewestAnonymous, sizes.join()).toBe(true)
  }
})
