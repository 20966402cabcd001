import type { Sample } from '../definition.ts'

/** How far the normal distribution reaches to either side for that many in a hundred. */
const reach = { 90: 1.645, 95: 1.96 } as const

/** Fewer say little where the margin is this narrow, however small the herd. */
const fewest = { animals: 30, precision: 10 }

/**
 * How many of `population` animals to look at so that a share found among them is right to `precision` percent points, `confidence`
 * times in a hundred. Cochran's formula for shares, at the share that needs most (one half), with the correction for small herds.
 */
export function sampleSize(population: number, { confidence, precision }: Sample): number {
  if (!(population > 0)) return 0
  const unlimited = (reach[confidence] ** 2 * 0.25) / (precision / 100) ** 2
  const wanted = Math.round((population * unlimited) / (population - 1 + unlimited))
  return Math.min(population, Math.max(wanted, precision <= fewest.precision ? fewest.animals : 1))
}

/** How many of a sample come first where it is taken in two halves. */
export const firstHalf = (size: number): number => Math.ceil(size / 2)

/** So many of the items, each as likely as any other, in their own order. */
export function randomPick<Item>(items: readonly Item[], count: number, random: () => number = Math.random): Item[] {
  const places = items.map((_, index) => index)
  for (let index = places.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const [one = 0, two = 0] = [places[index], places[other]]
    places[index] = two
    places[other] = one
  }
  const picked = new Set(places.slice(0, count))
  return items.filter((_, index) => picked.has(index))
}
