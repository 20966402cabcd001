/** Chance that falls the same way at every start, so that the demo is the same everywhere. */
export type Chance = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  happens(probability: number): boolean
  between(least: number, most: number): number
  pick<T>(items: readonly T[]): T
}

/** Mulberry32: small, even enough for a demo. */
export function chance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    happens: probability => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: items => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }
}

export const hour = 3600_000
export const day = 24 * hour
/** How long the demo's companies have used tend. */
export const weeks = 12

/** About seven in the morning, some days ago. */
export function morning(now: Date, daysAgo: number): Date {
  const at = new Date(now.getTime() - daysAgo * day)
  at.setUTCHours(6, 10, 0, 0)
  return at
}

/** The calendar day, in UTC, a number of days after a moment, or before it. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 24 * hour).toISOString().slice(0, 10)
