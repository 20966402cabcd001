import { expect, test } from 'vitest'
import { worstCoverage } from '../../testing/worstCoverage.ts'

test('in herds of up to 300 animals and any sample the interval holds 95 times in a hundred', () => {
  for (let population = 2; population <= 300; population++)
    for (let counted = 1; counted < population; counted++)
      if (worstCoverage(population, counted) < 0.95 - 1e-9) expect.fail(`${counted} of ${population}`)
}, 600_000)
