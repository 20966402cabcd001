/**
 * What a client claims of moments, people and states is believed within bounds: a field that has none, and no reason,
 * fails.
 */
import { readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { roles as ranks } from '#shared/lib/roles.ts'
import { memberships } from '../../companies/table.ts'
import { locations } from '../../locations/table.ts'
import { filledCompany } from '../filledCompany.ts'
import { admin, company, platform, stranger } from '../people.ts'
import { ask, nowhere, tokenFor } from './asking.ts'
import { moments, notStates, people, states } from './claims.ts'
import { sampleOf, withId } from './contractSamples.ts'
import { latestRows } from './idsOf.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  id?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string
  enum?: unknown[]
}
const kinds = new Set(['Time', 'OffsetTime', 'Day', 'LocalDateTime'])

const calls = new Map(
  Object.entries(contracts).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => [`${feature}.${call}`, endpoint]),
  ),
)

/** The fields of an input that hold a moment or a day, with the kind of each. */
const momentsOf = (endpoint: Endpoint) => fieldsOf(endpoint, (_, name) => (kinds.has(name) ? name : undefined))

/** The fields of an input whose kind is told by their schema and its name. */
function fieldsOf({ input }: Endpoint, kindOf: (part: Schema, name: string) => string | undefined) {
  const whole = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const found = new Map<string, string>()
  const walk = (part: Schema, path: string[], depth: number, name = part.id ?? ''): void => {
    if (depth > 12) return
    if (part.$ref) {
      const id = part.$ref.split('/').at(-1) ?? ''
      walk(whole.$defs?.[id] ?? {}, path, depth + 1, id)
      return
    }
    const kind = kindOf(part, name)
    if (kind) found.set(path.join('.'), kind)
    for (const [key, one] of Object.entries(part.properties ?? {})) walk(one, [...path, key], depth + 1)
    if (part.items) walk(part.items, [...path, '0'], depth + 1)
    if (typeof part.additionalProperties === 'object') walk(part.additionalProperties, [...path, '*'], depth + 1)
    for (const one of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])]) walk(one, path, depth + 1)
  }
  walk(whole, [], 0)
  return found
}

/** The input with a value at a field, whose holders are made where there are none. */
function withValue(input: object, field: string, value: unknown): object {
  const changed = structuredClone(input)
  const steps = field.split('.')
  let at = changed as Record<string, unknown>
  for (const [index, step] of steps.entries()) {
    if (index === steps.length - 1) at[step] = value
    else {
      at[step] ??= steps[index + 1] === '0' ? [] : {}
      at = at[step] as Record<string, unknown>
    }
  }
  return changed
}

let farm: Awaited<ReturnType<typeof filledCompany>>
let rows: Map<string, number>
let tables: Set<string>

beforeAll(async () => {
  farm = await filledCompany()
  rows = await latestRows(farm)
  const named = await platform(db =>
    db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  )
  tables = new Set(named.rows.map(({ name }) => name))
})

const askWith = async (endpoint: Endpoint, field: string, value: unknown, given: object = {}, by?: 'admin') => {
  const { input } = sampleOf(endpoint, tables, table => rows.get(table) ?? nowhere)
  const token = by ? await tokenFor((await admin()).id, null) : await tokenFor(farm.boss.id, farm.id)
  return ask(endpoint, withValue({ ...input, ...given }, field, value), token)
}

test('each moment that a client can claim has its bound, or the reason why it has none', () => {
  const claimed = [...calls]
    .filter(([, { method }]) => method !== 'GET')
    .flatMap(([name, endpoint]) => [...momentsOf(endpoint).keys()].map(field => `${name}: ${field}`))
  const known = moments.flatMap(([names, field]) => names.split(' ').map(name => `${name}: ${field}`))
  expect(known.toSorted()).toEqual(claimed.toSorted())
})

test('what is believed of a device’s clock has a test of its bounds', () => {
  for (const [, field, bound] of moments)
    if ('believed' in bound) {
      const [file, title] = bound.believed
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      expect(source.includes(`test('${title}`), `${field}: ${file}`).toBe(true)
    }
})

test('a moment beyond its bound is refused, and the field is named', async () => {
  const wrong: string[] = []
  for (const [names, field, bound] of moments) {
    if (!('refused' in bound)) continue
    for (const name of names.split(' '))
      for (const value of bound.refused) {
        const endpoint = calls.get(name) as Endpoint
        const { status, body } = await askWith(endpoint, field, value, bound.given, bound.by)
        if (status !== 422 || !(field in (JSON.parse(body).errors ?? {})))
          wrong.push(`${name} ${field} ${value}: ${status} ${body.slice(0, 200)}`)
      }
  }
  expect(wrong).toEqual([])
})

test('the farthest moments that a contract takes break no call', async () => {
  const wrong: string[] = []
  for (const [name, endpoint] of calls)
    for (const [field, kind] of momentsOf(endpoint)) {
      if (field.includes('*')) continue
      const values = kind === 'Day' ? ['1900-01-01', '2199-12-31'] : ['1900-01-01T00:00', '2199-12-31T23:59']
      if (kind.endsWith('Time') && kind !== 'LocalDateTime')
        values.splice(0, 2, '0000-01-01T00:00:00Z', '1900-01-01T00:00:00Z', '9999-12-31T23:59:59Z')
      for (const value of values) {
        const { status, body } = await askWith(endpoint, field, value)
        if (status >= 500) wrong.push(`${name} ${field} ${value}: ${status} ${body.slice(0, 200)}`)
      }
    }
  expect(wrong).toEqual([])
})

/** The places of a call that name a person. */
const peopleOf = (endpoint: Endpoint) =>
  sampleOf(endpoint, tables, table => rows.get(table) ?? nowhere).places.filter(({ table }) => table === 'users')

test('each person whom a client can name has a bound, or the reason for none', () => {
  const named = [...calls]
    .filter(([, { method }]) => method !== 'GET')
    .flatMap(([name, endpoint]) => peopleOf(endpoint).map(({ path }) => `${name}: ${path.join('.')}`))
  const known = people.flatMap(([names, field]) => names.split(' ').map(name => `${name}: ${field}`))
  expect(known.toSorted()).toEqual(named.toSorted())
  for (const [, field, bound] of people)
    if ('believed' in bound) {
      const [file, title] = bound.believed
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      expect(source.includes(`test('${title}`), `${field}: ${file}`).toBe(true)
    }
})

test('people who left, are frozen or of another company are assigned nowhere', async () => {
  const joined = async (state: { endedAt?: Date; frozenAt?: Date }): Promise<number> => {
    const { id } = await stranger()
    await platform(db =>
      db.insert(memberships).values({ companyId: farm.id, userId: id, roleId: ranks.employee, ...state }),
    )
    return id
  }
  const elsewhere = await (await company()).worker()
  const wrong: string[] = []
  for (const [names, field, bound] of people) {
    if (!('atWork' in bound) && !('member' in bound)) continue
    const isMember = 'member' in bound
    const given = 'member' in bound ? bound.member : bound.atWork
    for (const name of names.split(' ')) {
      const endpoint = calls.get(name) as Endpoint
      const candidates = {
        elsewhere: elsewhere.id,
        left: await joined({ endedAt: new Date() }),
        ...(!isMember && { frozen: await joined({ frozenAt: new Date() }) }),
        atWork: await joined({}),
      }
      for (const [who, id] of Object.entries(candidates)) {
        await putRight()
        const { input } = sampleOf(endpoint, tables, table => rows.get(table) ?? nowhere)
        const place = peopleOf(endpoint).find(({ path }) => path.join('.') === field)
        const token = await tokenFor(farm.boss.id, farm.id)
        const { status, body } = await ask(
          endpoint,
          { ...withId(input, place ?? { path: [], table: '' }, id), ...given },
          token,
        )
        const [first = ''] = field.split('.')
        const isRefused = isMember
          ? status === 404
          : status === 422 && Object.keys(JSON.parse(body).errors ?? {}).some(key => key.split('.')[0] === first)
        if (isRefused !== (who !== 'atWork')) wrong.push(`${name} ${field} ${who}: ${status} ${body.slice(0, 200)}`)
      }
    }
  }
  expect(wrong).toEqual([])
}, 60_000)

/** Parts of a form, an answer, an event or a rule are what people write, and no state of a row. */
const written = /^(definition|content|answers|details|prefill|subjects|rules)\b/

/** The fields of an input whose value is a state, or whether something is so. */
const statesOf = (endpoint: Endpoint) =>
  [...fieldsOf(endpoint, part => (part.type === 'boolean' ? 'switch' : part.enum ? 'choice' : undefined))]
    .filter(([field, kind]) => !written.test(field) && (kind === 'switch' || !notStates.has(nameOf(field))))
    .map(([field]) => field)

/** The last step of a field that is a name, and no place in a list. */
const nameOf = (field: string) => field.split('.').findLast(step => !/^\d+$/.test(step)) ?? ''

test('each state that a client can claim has its bound, or the reason why it has none', () => {
  const claimed = [...calls]
    .filter(([, { method }]) => method !== 'GET')
    .flatMap(([name, endpoint]) => statesOf(endpoint).map(field => `${name}: ${field}`))
  const known = states.flatMap(([names, field]) => names.split(' ').map(name => `${name}: ${field}`))
  expect(known.toSorted()).toEqual(claimed.toSorted())
  for (const [, field, bound] of states)
    if ('believed' in bound) {
      const [file, title] = bound.believed
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      expect(source.includes(`test('${title}`), `${field}: ${file}`).toBe(true)
    }
})

test('a state in which the row cannot be, or that somebody else says, is refused', async () => {
  const wrong: string[] = []
  for (const [names, field, bound] of states) {
    if (!('refused' in bound)) continue
    for (const name of names.split(' ')) {
      await putRight()
      const person = bound.by === 'admin' ? await admin() : bound.by === 'worker' ? farm.hand : farm.boss
      const token = await tokenFor(person.id, bound.by === 'admin' ? null : farm.id)
      const endpoint = calls.get(name) as Endpoint
      const { input } = sampleOf(endpoint, tables, table => rows.get(table) ?? nowhere)
      const putBack = bound.row && (await setRow(...bound.row))
      const { status, body } = await ask(endpoint, withValue({ ...input, ...bound.given }, field, bound.refused), token)
      await putBack?.()
      if (status !== bound.status) wrong.push(`${name} ${field}: ${status} ${body.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Sets a column of the latest row of a table, past all checks of the application. Returns what puts it back. */
async function setRow(table: string, column: string, value: unknown): Promise<() => Promise<unknown>> {
  const [named, field] = [sql.identifier(table), sql.identifier(column)]
  const set = (to: unknown) =>
    platform(db => db.execute(sql`update ${named} set ${field} = ${to} where id = ${rows.get(table)}`))
  const before = await platform(db =>
    db.execute<{ value: unknown }>(sql`select ${field} as value from ${named} where id = ${rows.get(table)}`),
  )
  await set(value)
  return () => set(before.rows[0]?.value)
}

/** Undoes what a call before did to the person who asks and to the place. */
const putRight = () =>
  platform(async db => {
    await db
      .update(memberships)
      .set({ roleId: ranks.manager, endedAt: null, frozenAt: null })
      .where(and(eq(memberships.companyId, farm.id), eq(memberships.userId, farm.boss.id)))
    await db.update(locations).set({ parentId: null }).where(eq(locations.companyId, farm.id))
  })
