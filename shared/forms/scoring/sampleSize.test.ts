import { expect, test } from 'vitest'
import { sampleSize } from './sampleSize.ts'

test.each([
  [95, 10, { 20: 20, 30: 30, 50: 33, 100: 49, 200: 65, 300: 73 }],
  [90, 10, { 30: 30, 50: 30, 100: 41, 200: 51, 300: 55 }],
  [95, 15, { 30: 18, 50: 23, 100: 30, 300: 37 }],
] as const)('%d percent sure to %d percent points: so many of each herd', (confidence, precision, wanted) => {
  for (const [population, size] of Object.entries(wanted))
    expect(sampleSize(Number(population), { confidence, precision }), population).toBe(size)
})

test('of no herd, nobody is looked at, and never more than there are', () => {
  expect(sampleSize(0, { confidence: 95, precision: 10 })).toBe(0)
  expect(sampleSize(Number.NaN, { confidence: 95, precision: 10 })).toBe(0)
  for (let population = 1; population <= 500; population++) {
    const size = sampleSize(population, { confidence: 95, precision: 5 })
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThanOrEqual(population)
  }
})
