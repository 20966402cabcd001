/** For the tests of this folder: how often an interval keeps its promise, added up over everything that can be seen. */
import { choose, exactRange } from './prevalence.ts'

/** How often the interval holds the true number, in the worst herd of that size with a sample of that size. */
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
