import { QueryPort } from '../lib/ports.ts'

/** Asks for the number of animals on each place of a company, not including its parts. */
export const headsByPlace = new QueryPort<number, Map<number, number>>('locations.heads')
