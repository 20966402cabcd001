/** Chance that can be repeated: mulberry32, the same numbers for the same seed. */
export type Chance = { below(limit: number): number; pick<T>(choices: readonly T[]): T; shuffled<T>(items: T[]): T[] }

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: choices => choices[below(choices.length)] as (typeof choices)[number],
    shuffled(items) {
      const rest = [...items]
      return items.flatMap(() => rest.splice(below(rest.length), 1))
    },
  }
}
