import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import type { Endpoint } from './lib/contract.ts'
import { greatestWhole } from './lib/fields.ts'

/**
 * Countries are looked up in a list; limits of plans are no columns of their own, and what solves a puzzle is kept
 * nowhere.
 */
const otherwiseBound = /country_id$|Limits\.|work\.solution$/

test('no call takes a whole number that no column of the database holds', () => {
  const unbound: string[] = []
  for (const [feature, calls] of Object.entries(contracts))
    for (const [call, { input }] of Object.entries(calls as Record<string, Endpoint>))
      for (const place of wholesWithoutBound(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
        if (!otherwiseBound.test(place)) unbound.push(`${feature}.${call}: ${place}`)
  expect(unbound).toEqual([])
})

/** Looked up in a list. */
const lookedUp = /Email$|time_?zone$|currency$|unread$/

test('no call takes a text or a list without an end', () => {
  const unbound: string[] = []
  for (const [feature, calls] of Object.entries(contracts))
    for (const [call, { input }] of Object.entries(calls as Record<string, Endpoint>))
      for (const place of endless(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
        if (!lookedUp.test(place)) unbound.push(`${feature}.${call}: ${place}`)
  expect(unbound).toEqual([])
})

function endless(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { type, ...said } = part as Record<string, unknown>
  const ends = type === 'string' ? ['maxLength', 'enum', 'const', 'format', 'pattern'] : ['maxItems']
  if ((type === 'string' || type === 'array') && !ends.some(name => name in said)) return [path]
  return Object.entries(part).flatMap(([name, inside]) =>
    endless(inside, /^(properties|anyOf|items)$/.test(name) ? path : `${path}.${name}`),
  )
}

function wholesWithoutBound(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { type, maximum = Number.POSITIVE_INFINITY } = part as { type?: unknown; maximum?: number }
  if (type === 'integer' && maximum > greatestWhole) return [path]
  return Object.entries(part).flatMap(([name, inside]) =>
    wholesWithoutBound(inside, /^(properties|\$defs|anyOf|items)$/.test(name) ? path : `${path}.${name}`),
  )
}

test('every call of messaging and tasks names its failure in the log', () => {
  const silent = Object.entries({ ...contracts.messaging, ...contracts.tasks } as Record<string, Endpoint>)
  expect(silent.filter(([, { failure }]) => !failure).map(([call]) => call)).toEqual([])
})
