import { QueryPort } from '../lib/queryPorts.ts'

/** Where the contents of what somebody sent are kept. */
export const storedOfPerson = new QueryPort<number, string[]>('me.stored')
