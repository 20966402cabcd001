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
