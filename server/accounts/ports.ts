import { QueryPort } from '../lib/ports.ts'

/** Asks for the stored paths of files that a person uploaded. */
export const storedOfPerson = new QueryPort<number, string[]>('me.stored')
