import { expect, test } from 'vitest'
import { takeToken } from './options.ts'

/** How many of `tries` at one moment pass, and what is kept then. */
function passed(rate: { burst: number; perSecond: number }, kept: number, now: number, tries: number) {
  let [count, fullAt] = [0, kept]
  for (let i = 0; i < tries; i++) {
    const next = takeToken(rate, fullAt, now)
    if (next === undefined) continue
    fullAt = next
    count++
  }
  return { count, fullAt }
}

test.each([
  { burst: 600, perSecond: 60 },
  { burst: 300, perSecond: 10 },
  { burst: 10, perSecond: 10 },
  { burst: 3, perSecond: 7 },
])('$burst pass at once, and $perSecond a second after that', rate => {
  const first = passed(rate, 0, 12_345.678, 2 * rate.burst)
  expect(first.count).toBe(rate.burst)
  const second = passed(rate, first.fullAt, 13_345.7, 2 * rate.burst)
  expect(second.count).toBe(Math.min(rate.burst, rate.perSecond))
  // What was refused is not held against anybody: after a rest as many pass as at first.
  expect(passed(rate, second.fullAt, 1e9, 2 * rate.burst).count).toBe(rate.burst)
})

test('a client within the rate is never refused', () => {
  let fullAt = 0
  for (let at = 0; at < 1000; at++) {
    const next = takeToken({ burst: 1, perSecond: 3 }, fullAt, 500 + (at * 1000) / 3)
    expect(next).toBeDefined()
    fullAt = next ?? 0
  }
})
