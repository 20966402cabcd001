/** All that a list can be asked for by its contract: each order, each filter, words, the archive, a page far back. */
import type { z } from 'zod'
import { contracts } from '#shared/contracts.ts'
import { type Endpoint, isPaged } from '#shared/lib/contract.ts'

/** Every list that comes in pages, by its name. */
export const lists = new Map<string, Endpoint>(
  Object.entries(contracts).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, { returns }]) => isPaged(returns))
      .map(([call, endpoint]) => [`${feature}.${call}`, endpoint] as [string, Endpoint]),
  ),
)

/** What filters are asked for that are no choice among few; several values are asked for one after the other. */
export type Values = Record<string, string | number | (string | number)[]>

type Schema = { def: { type: string; innerType?: z.ZodType; in?: z.ZodType; entries?: object; values?: unknown[] } }

function bare(schema: z.ZodType): Schema['def'] {
  const { def } = schema as unknown as Schema
  const inner = def.innerType ?? def.in
  return inner ? bare(inner) : def
}

/** Of a choice among many, the first and the last are asked for. */
function choices(schema: z.ZodType): unknown[] | undefined {
  const { type, entries, values } = bare(schema)
  if (type === 'boolean') return [true, false]
  if (type === 'literal') return values
  if (type !== 'enum' || !entries) return undefined
  const all = Object.values(entries)
  return all.length > 2 ? [all[0], all.at(-1)] : all
}

/**
 * The addresses that a list is asked by, below /api: first as it is, then with each order, and with each filter that it
 * takes. `input` is what its path names, and `without` are filters that are not asked for. Throws for a filter of which
 * no value is known.
 */
export function callsOf(endpoint: Endpoint, input: Values, values: Values, without: string[] = []): string[] {
  const path = endpoint.path.replace(/:(\w+)/g, (_, field) => String(input[field]))
  const shape = endpoint.input.shape as Record<string, z.ZodType>
  const { page: _, per_page: __, cursor: ___, archived, sort, ...filters } = shape
  const asked: [string, unknown][] = [
    ['page', 3],
    ['page', 90],
    ['per_page', 100],
    ...(archived ? [['archived', true] as [string, unknown]] : []),
    ...(sort ? Object.values(bare(sort).entries ?? {}) : []).map((one): [string, unknown] => ['sort', one]),
  ]
  for (const [name, schema] of Object.entries(filters)) {
    if (endpoint.path.includes(`:${name}`) || without.includes(name)) continue
    const known = name in values ? [values[name]].flat() : choices(schema)
    if (!known) throw new Error(`No value is known for ${name}, which ${endpoint.path} takes.`)
    asked.push(...known.map((value): [string, unknown] => [name, value]))
  }
  return [path, ...asked.map(([name, value]) => `${path}?${name}=${encodeURIComponent(String(value))}`)]
}
