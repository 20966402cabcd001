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

/** The items as a lot draws them, one after the other. */
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

/** So many of the items, each as likely as any other, in their own order. */
export function randomPick<Item>(items: readonly Item[], count: number, random: () => number = Math.random): Item[] {
  const picked = new Set(drawn(items, random).slice(0, count))
  return items.filter((_, index) => picked.has(index))
}

/** The largest number from which a lot is drawn that people note and type. */
export const largestSeed = 999_999

/** Numbers between 0 and 1 that follow from a seed (mulberry32): the same ones on each device. */
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
 * So many of the animals as a seed draws them, in their own order: whoever has the seed and the same animals draws the same ones, in
 * whichever order they come, and a larger sample holds each smaller one. `without` are passed over.
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
