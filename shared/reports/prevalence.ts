import type { Measure, Repeat } from '../forms/definition.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import { bandOf, measuresIn, percentOf } from '../forms/scoring/measures.ts'
import type { Band } from '../forms/scoring/score.ts'

// Exact interval of the share of affected animals in a finite herd, from a random sample without replacement
// (hypergeometric distribution). Its ends are whole animals; simpler intervals promise 95 per cent and hold 83 to 92.

/** A sample: of `population` animals `counted` were examined, and `affected` of these had it. */
type Seen = { population: number; counted: number; affected: number }
/** Percentages with one decimal, from lowest to highest. */
type Interval = { low: number; high: number }

/** Bound of the exact way; above it Wilson's interval is good enough. */
const largestExact = 5_000

/** Confidence of an interval, in percent. */
export type Confidence = 90 | 95 | 97.5

export function intervalOf(seen: Seen, confidence: Confidence = 95): Interval {
  const [low, high] = seen.population <= largestExact ? exactRange(seen, confidence) : wilsonRange(seen, confidence)
  return { low: share(low, seen.population), high: share(high, seen.population) }
}

const share = (animals: number, population: number) => percentOf(animals, population)

/** Fewest and most affected animals of the herd. */
export function exactRange({ population, counted, affected }: Seen, confidence: Confidence): [number, number] {
  const tail = (100 - confidence) / 200
  const fewest = affected
  const most = population - (counted - affected)
  // Each of the two tails is monotonic in the number of affected animals.
  const low = firstWhere(fewest, most, total => atLeast({ population, counted, affected }, total) > tail)
  const high = firstWhere(
    low,
    most + 1,
    total => total > most || atMost({ population, counted, affected }, total) <= tail,
  )
  return [low, high - 1]
}

/** First whole number in the range that meets a monotonic condition. */
function firstWhere(from: number, to: number, holds: (value: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Probability of as many as were seen or more, if `total` of the herd have it; and of as many or fewer. */
const atLeast = (seen: Seen, total: number) => chances(seen, total, seen.affected, Math.min(seen.counted, total))
const atMost = (seen: Seen, total: number) =>
  chances(seen, total, Math.max(0, seen.counted - (seen.population - total)), seen.affected)

function chances({ population, counted }: Seen, total: number, from: number, to: number): number {
  let sum = 0
  for (let affected = from; affected <= to; affected++)
    sum += Math.exp(
      choose(total, affected) + choose(population - total, counted - affected) - choose(population, counted),
    )
  return sum
}

const factorials = [0]

/** Logarithm of the number of ways to take `some` of `all`. */
export function choose(all: number, some: number): number {
  if (some < 0 || some > all) return Number.NEGATIVE_INFINITY
  for (let next = factorials.length; next <= all; next++) factorials.push((factorials[next - 1] ?? 0) + Math.log(next))
  return (factorials[all] ?? 0) - (factorials[some] ?? 0) - (factorials[all - some] ?? 0)
}

const reach = { 90: 1.6448536269514722, 95: 1.959963984540054, 97.5: 2.241402727604947 } as const

/** Wilson's interval with finite population correction, widened to whole animals. */
function wilsonRange({ population, counted, affected }: Seen, confidence: Confidence): [number, number] {
  const square = (reach[confidence] ** 2 * (population - counted)) / (population - 1)
  const part = affected / counted
  const middle = part + square / (2 * counted)
  const spread = Math.sqrt(square * ((part * (1 - part)) / counted + square / (4 * counted ** 2)))
  const whole = 1 + square / counted
  const low = Math.floor(((middle - spread) / whole) * population + 1e-9)
  const high = Math.ceil(((middle + spread) / whole) * population - 1e-9)
  return [Math.max(affected, low), Math.min(population - (counted - affected), high)]
}

// Samples that are taken in two halves: a clear first half makes the second unnecessary. Looking twice deceives more
// often, so both looks share the five per cent (Bonferroni): each interval holds with 97.5 per cent, the reported one
// with at least 95.

/** Confidence of each of the two looks. */
export const confidenceOfLook = 97.5

/** Band of the whole herd that a look is sure of; null otherwise. */
export function clearBand(seen: Seen, limits: NonNullable<Measure['limits']>): Band | null {
  if (seen.counted === 0) return null
  const { low, high } = intervalOf(seen, confidenceOfLook)
  const band = bandOf(low, limits)
  return band === bandOf(high, limits) ? band : null
}

/**
 * Result of the first half of a roster: undefined while a measure is unanswered, null while a band is not clear, else
 * the bands of the measures with limits, in their order.
 */
export function verdictOfHalf(state: FormState, repeat: Repeat, population: number): Band[] | null | undefined {
  const limited = (repeat.measures ?? []).filter(({ limits }) => limits)
  for (const { question } of limited) {
    const part = state.form.byId.get(question)
    if (part && state.instances.of(part).some(({ isVisible, value }) => isVisible && value === undefined))
      return undefined
  }
  const found = measuresIn(state).filter(({ repeat_id }) => repeat_id === repeat.id)
  const bands = limited.map(({ id, limits }) => {
    const seen = found.find(measure => measure.id === id)
    return seen && limits ? clearBand({ population, counted: seen.counted, affected: seen.affected }, limits) : null
  })
  const clear = bands.filter(band => band !== null)
  return clear.length === bands.length && clear.length > 0 ? clear : null
}

/** Hides what few anonymous people said, because others could tell who they are. */
export const fewestAnonymous = 5

/** Tells whether a group is small enough to be hidden. */
export const isFew = (size: number): boolean => size > 0 && size < fewestAnonymous

/**
 * Places of the hidden groups; `sizes` are the numbers of anonymous people. Hides groups of one to four, and as many of
 * the smallest others that the difference to the total covers two groups and five people at least.
 */
export function hiddenGroups(sizes: readonly number[]): Set<number> {
  const hidden = new Set([...sizes.keys()].filter(at => isFew(sizes[at] ?? 0)))
  if (hidden.size === 0) return hidden
  const others = [...sizes.keys()]
    .filter(at => !hidden.has(at) && (sizes[at] ?? 0) > 0)
    .toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))
  const left = () => [...hidden].reduce((sum, at) => sum + (sizes[at] ?? 0), 0)
  for (const other of others) {
    if (hidden.size > 1 && left() >= fewestAnonymous) break
    hidden.add(other)
  }
  return hidden
}
