const firstMs = 2_000
const longestMs = 5 * 60_000

/**
 * How long to wait after so many failures in a row: twice as long each time up to five minutes, for ever, and never the same for
 * all devices, so that they do not come back at once when a server does.
 */
export function backOff(failures: number, random = Math.random()): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(full * (0.5 + random / 2))
}
