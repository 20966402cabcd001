import { expect, test } from 'vitest'
import { moved, squareOf, wholeCrop, within } from './crop.ts'

const wide = { width: 400, height: 200 }

test('at first the square is as large as the picture lets it be, in the middle', () => {
  expect(squareOf(wholeCrop, wide)).toEqual({ left: 100, top: 0, side: 200 })
})

test('drawing in makes the square smaller around the same middle', () => {
  expect(squareOf({ ...wholeCrop, zoom: 2 }, wide)).toEqual({ left: 150, top: 50, side: 100 })
})

test('the square never leaves the picture', () => {
  expect(squareOf(within({ x: 5, y: -5, zoom: 1 }, wide), wide)).toEqual({ left: 200, top: 0, side: 200 })
  expect(within({ ...wholeCrop, zoom: 100 }, wide).zoom).toBe(5)
  expect(within({ ...wholeCrop, zoom: 0 }, wide).zoom).toBe(1)
})

test('drawing out again at an edge pulls the square back inside', () => {
  const corner = within({ x: 0, y: 0, zoom: 4 }, wide)
  expect(squareOf(corner, wide)).toEqual({ left: 0, top: 0, side: 50 })
  expect(squareOf(within({ ...corner, zoom: 1 }, wide), wide)).toEqual({ left: 0, top: 0, side: 200 })
})

test('the picture follows the finger: to the right shows what lies further left', () => {
  expect(squareOf(moved(wholeCrop, wide, 0.25, 0), wide).left).toBe(50)
  expect(squareOf(moved(wholeCrop, wide, -0.25, 0), wide).left).toBe(150)
  expect(squareOf(moved(wholeCrop, wide, 10, 10), wide)).toEqual({ left: 0, top: 0, side: 200 })
})
