/** Test helper: how often an interval holds, summed over every possible sample. */
import { choose, exactRange } from '#shared/reports/prevalence.ts'

/**
 * Smallest probability that the interval contains the true number, over all herds of that size and samples of that
 * size.
 */
export function worstCoverage(population: number, counted: number): number {
  const ranges = Array.from({ length: counted + 1 }, (_, affected) => exactRange({ population, counted, affected }, 95))
  let worst = 1
  for (let total = 0; total <= population; total++) {
    let covered = 0
    for (let affected = Math.max(0, counted - population + total); affected <= Math.min(counted, total); affected++) {
      const [low, high] = ranges[affected] ?? [1, 0]
      if (total < low || total > high) continue
      covered += Math.exp(
        choose(total, affected) + choose(population - total, counted - affected) - choose(population, counted),
      )
    }
    worst = Math.min(worst, covered)
  }
  return worst
}
