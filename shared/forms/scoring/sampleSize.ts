import type { Sample } from '../definition.ts'

/** Quantile of the normal distribution for a two-sided confidence in per cent. */
const reach = { 90: 1.645, 95: 1.96 } as const

/** Smallest sample at this margin, however small the herd. */
const fewest = { animals: 30, precision: 10 }

/**
 * Number of animals to examine of `population` so that a found share is right to `precision` percentage points at
 * `confidence` per cent. Cochran's formula at the share that needs most (one half), with finite population correction.
 */
export function sampleSize(population: number, { confidence, precision }: Sample): number {
  if (!(population > 0)) return 0
  const unlimited = (reach[confidence] ** 2 * 0.25) / (precision / 100) ** 2
  const wanted = Math.round((population * unlimited) / (population - 1 + unlimited))
  return Math.min(population, Math.max(wanted, precision <= fewest.precision ? fewest.animals : 1))
}

/** Size of the first half of a sample that is taken in two halves. */
export const firstHalf = (size: number): number => Math.ceil(size / 2)

/** Shuffles the items. */
function drawn<Item>(items: readonly Item[], random: () => number): number[] {
  const places = items.map((_, index) => index)
  for (let index = places.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const [one = 0, two = 0] = [places[index], places[other]]
    places[index] = two
    places[other] = one
  }
  return places
}

/** Draws items at random, each equally likely, in their own order. */
export function randomPick<Item>(items: readonly Item[], count: number, random: () => number = Math.random): Item[] {
  const picked = new Set(drawn(items, random).slice(0, count))
  return items.filter((_, index) => picked.has(index))
}

/** Largest seed, short enough to write down and type. */
export const largestSeed = 999_999

/** Generates numbers between 0 and 1 from a seed (mulberry32), the same on each device. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Draws animals by a seed, in their own order. The same seed and animals give the same sample in any order, and a
 * larger sample contains each smaller one. `without` are skipped.
 */
export function seededPick<Item extends { id: number }>(
  animals: readonly Item[],
  count: number,
  seed: number,
  without: (animal: Item) => boolean = () => false,
): Item[] {
  const byId = animals.toSorted((one, other) => one.id - other.id)
  const order = drawn(byId, seededRandom(seed)).flatMap(place => byId[place] ?? [])
  const picked = new Set(order.filter(animal => !without(animal)).slice(0, Math.max(0, count)))
  return animals.filter(animal => picked.has(animal))
}
