/**
 * What calls at random have made must be readable: a row that was stored and can no longer be shown takes every list of
 * it along.
 */
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type Person, request } from '../people.ts'
import { tokenFor } from '../routes/asking.ts'

const reads = Object.values(contracts)
  .flatMap(endpoints => Object.values(endpoints as Record<string, Endpoint>))
  .filter(({ method, access }) => method === 'GET' && access !== 'anyone')
const fieldsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, field]) => field)
const isOfCompany = (endpoint: Endpoint) =>
  endpoint.path.startsWith('/company/:id') && fieldsOf(endpoint).join() === 'id'
const lists = reads.filter(endpoint => fieldsOf(endpoint).length === 0 || isOfCompany(endpoint))
/** Rows of each list that are also read one by one. */
const rowsOfList = 2

/** The calls by which somebody of a company reads what is there, and which make the server fail. */
export async function failingReads(person: Person, companyId: number): Promise<string[]> {
  const token = await tokenFor(person.id, companyId)
  const failing: string[] = []
  const read = async (endpoint: Endpoint, input: object) => {
    const { statusCode, body } = await request(endpoint, input, token)
    if (statusCode >= 500) failing.push(`${endpoint.path} ${JSON.stringify(input)}: ${statusCode}`)
    return statusCode === 200 && body.startsWith('{') ? JSON.parse(body).data : undefined
  }
  for (const list of lists) {
    const data = await read(list, isOfCompany(list) ? { id: companyId } : {})
    const ids = Array.isArray(data) ? data.slice(0, rowsOfList).flatMap(row => (row?.id ? [row.id as number] : [])) : []
    const ofOne = reads.filter(one => fieldsOf(one).join() === 'id' && one.path.startsWith(`${list.path}/:id`))
    for (const id of isOfCompany(list) ? [] : ids) for (const one of ofOne) await read(one, { id })
  }
  return failing
}
