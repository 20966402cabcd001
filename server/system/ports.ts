import { QueryPort } from '../lib/ports.ts'

/** Asks how many conversations of the support line no administrator has read, and since when the oldest waits. */
export const supportWaiting = new QueryPort<object, { count: number; since: Date | null }>('system.support-waiting')
