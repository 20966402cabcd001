import type { Rate } from '../limits.ts'

/**
 * Lets `burst` things pass at once and `perSecond` in the long run. All that whoever asks keeps between two of them is a number: when, in
 * milliseconds, as many may pass at once again as at first; 0 in the beginning. Returns that number with one more counted, or undefined
 * where it may not pass now.
 */
export function pass({ burst, perSecond }: Rate, fullAt: number, now = performance.now()): number | undefined {
  const each = 1000 / perSecond
  const next = Math.max(fullAt, now) + each
  // A thousandth for what adding up fractions loses.
  return next - now <= burst * each + 0.001 ? next : undefined
}
