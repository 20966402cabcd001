/**
 * How long this page has been open, in milliseconds. The monotonic clock may stop while a device sleeps, and the wall
 * clock may be set, so the longer one counts.
 */
export const openForMs = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin)
