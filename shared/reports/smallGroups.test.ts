import { expect, test } from 'vitest'
import { hiddenGroups } from './smallGroups.ts'

test.each([
  ['nobody without a name hides nothing', [0, 0, 0], []],
  ['five or more are told', [5, 9, 0], []],
  ['a single small group takes the next smallest along, which would tell it', [3, 12, 7, 0], [0, 2]],
  ['several small ones hide each other', [2, 4, 20], [0, 1]],
  ['where there is no other, only itself', [4, 0], [0]],
] as const)('%s', (_, sizes, hidden) => {
  expect([...hiddenGroups(sizes)].toSorted()).toEqual(hidden)
})
