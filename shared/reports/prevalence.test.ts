import { expect, test } from 'vitest'
import { worstCoverage } from '../../testing/worstCoverage.ts'
import { intervalOf } from './prevalence.ts'

test.each([
  [80, 44, 9, 13.8, 30],
  [120, 54, 0, 0, 4.2],
  [200, 65, 13, 12.5, 29.5],
])('of %d animals %d looked at, %d affected: between %d and %d percent', (population, counted, affected, low, high) => {
  expect(intervalOf({ population, counted, affected })).toEqual({ low, high })
})

test('in herds of up to 45 animals and any sample the interval holds 95 times in a hundred', () => {
  for (let population = 2; population <= 45; population++)
    for (let counted = 1; counted < population; counted++)
      expect(worstCoverage(population, counted), `${counted} of ${population}`).toBeGreaterThanOrEqual(0.95 - 1e-9)
})

test.each([
  [100, 49],
  [200, 65],
  [300, 37],
  [300, 73],
])('of %d animals with %d looked at too', (population, counted) => {
  expect(worstCoverage(population, counted)).toBeGreaterThanOrEqual(0.95 - 1e-9)
})

test('a herd beyond five thousand has an interval of whole animals that holds what was seen', () => {
  const { low, high } = intervalOf({ population: 12_000, counted: 95, affected: 19 })
  expect(low).toBeGreaterThan(11)
  expect(low).toBeLessThan(20)
  expect(high).toBeGreaterThan(20)
  expect(high).toBeLessThan(31)
  // Right at the edge, the two ways agree to within two percent points.
  const [one, other] = [5_000, 5_001].map(population => intervalOf({ population, counted: 95, affected: 19 }))
  expect(Math.abs((one?.low ?? 0) - (other?.low ?? 99))).toBeLessThan(2)
  expect(Math.abs((one?.high ?? 0) - (other?.high ?? 99))).toBeLessThan(2)
})
