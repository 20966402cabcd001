import { expect, test } from 'vitest'
import type { PlaceInTree } from '#shared/locations/contract.ts'
import { idsWithin, stockingOf, treesOf } from './tree.ts'

const place = (id: number, parent_id: number | null, heads: number, more: Partial<PlaceInTree> = {}): PlaceInTree => ({
  ...{ id, parent_id, heads, name: `Place ${id}`, type: 'pen', revision: 1, status: null },
  ...{ capacity_heads: null, floor_area: null, ...more },
})

test('animals of the parts count for the whole, and what lies in nothing known stands at the top', () => {
  const trees = treesOf([
    place(1, null, 2, { capacity_heads: 9, floor_area: 50 }),
    place(2, 1, 3, { capacity_heads: 3 }),
    place(3, 2, 5),
    place(4, 99, 1),
  ])
  expect(trees.map(({ id, allHeads }) => [id, allHeads])).toEqual([
    [1, 10],
    [4, 1],
  ])
  const [barn, alone] = trees
  if (!barn || !alone) throw new Error('two trees')
  expect(idsWithin(barn)).toEqual([1, 2, 3])
  expect(stockingOf(barn)).toEqual({ perHead: 5, isOver: true })
  expect(stockingOf(alone)).toEqual({ perHead: null, isOver: false })
})

test('a place that is just full is not too full', () => {
  const [full] = treesOf([place(1, null, 3, { capacity_heads: 3, floor_area: 6 })])
  expect(full && stockingOf(full)).toEqual({ perHead: 2, isOver: false })
})
