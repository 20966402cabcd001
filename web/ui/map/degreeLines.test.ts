import { expect, test } from 'vitest'
import { degreeLines } from './degreeLines.ts'

test('a country is divided by whole degrees', () => {
  expect(degreeLines({ west: 16.1, east: 22.9, south: 45.7, north: 48.6 })).toEqual({
    latitudes: [46, 46.5, 47, 47.5, 48, 48.5],
    longitudes: [16.5, 17, 17.5, 18, 18.5, 19, 19.5, 20, 20.5, 21, 21.5, 22, 22.5],
    digits: 1,
  })
})

test('a yard is divided by parts of a degree that are named exactly', () => {
  const { latitudes, digits } = degreeLines({ west: 19.0401, east: 19.0421, south: 47.4971, north: 47.4983 })
  expect(digits).toBe(4)
  expect(latitudes).toEqual([47.4972, 47.4974, 47.4976, 47.4978, 47.498, 47.4982])
})

test('the whole earth has lines, and none beyond what a map shows', () => {
  const { latitudes } = degreeLines({ west: -180, east: 180, south: -90, north: 90 })
  expect(latitudes).toEqual([-60, 0, 60])
})

test('however small the piece is, the lines are counted', () => {
  const { latitudes, longitudes } = degreeLines({ west: 19, east: 20, south: 47, north: 47.000001 })
  expect(latitudes.length).toBeLessThanOrEqual(50)
  expect(longitudes.length).toBeLessThanOrEqual(50)
})
