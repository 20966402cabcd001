import { QueryPort } from '../lib/queryPorts.ts'

/** Where the contents of a company's files are kept, which go when it is erased. */
export const storedOfCompany = new QueryPort<number, string[]>('companies.stored')
