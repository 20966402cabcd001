import { expect, test } from 'vitest'
import { matching, meantBy, nearby, type Offered } from './nearby.ts'

const barn: Offered = { type: 'location', id: 1, name: 'Barn 1' }
const pen: Offered = { type: 'location', id: 2, name: 'Pen A', placeId: 1 }
const otherPen: Offered = { type: 'location', id: 3, name: 'Pen B', placeId: 1 }
const far: Offered = { type: 'location', id: 4, name: 'Far meadow' }
const herd: Offered = { type: 'animal_group', id: 1, name: 'Milking herd', placeId: 2 }
const daisy: Offered = { type: 'animal', id: 1, name: 'Daisy', mark: 'HU 12345-6789', groupId: 1 }
const clover: Offered = { type: 'animal', id: 4, name: 'Clóver', groupId: 1 }
const offered = [barn, pen, otherPen, far, herd, daisy, clover]

test('near is what it is part of, what is part of it, and what is part of the same', () => {
  expect(nearby(offered, pen)).toEqual([barn, otherPen, herd])
  expect(nearby(offered, daisy)).toEqual([herd, clover])
  expect(nearby(offered, far)).toEqual([])
})

test('a search knows names and marks, without accents and capitals', () => {
  expect(matching(offered, ' clover')).toEqual([clover])
  expect(matching(offered, '12345')).toEqual([daisy])
})

test('a tag is read however its spaces fell, and a label is the address of a page', () => {
  expect(meantBy(offered, 'hu123456789')).toBe(daisy)
  expect(meantBy(offered, 'https://farm.example/animals/groups/1')).toBe(herd)
  expect(meantBy(offered, 'https://farm.example/locations/4?from=label')).toBe(far)
  expect(meantBy(offered, 'https://farm.example/locations/40')).toBeUndefined()
})
