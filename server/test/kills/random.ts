export type Random = {
  /** From 0 up to and without 1. */
  next(): number
  between(least: number, most: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** The same numbers for the same seed, on every machine: mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: choices => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}
