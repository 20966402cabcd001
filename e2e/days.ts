import { localDay } from '#shared/lib/localTime.ts'

/** A day as the clocks of the browser and of the farms have it, which near midnight is another than that of UTC. */
export const dayIn = (days: number): string => localDay(Date.now() + days * 24 * 3600_000, 'Europe/London')
