/**
 * Calls made out of the description of the API, mostly wrong: by a seed, so that a run can be repeated. What comes back
 * is never a fault of the server, and never late.
 */
import { seeded } from '../kills/random.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema?: Schema; $ref?: string }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }>; $ref?: string }
}
export type Described = { paths: Record<string, Record<string, Operation>>; components?: Record<string, unknown> }

export type Shot = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Names that every object inherits, and others that mean something to a program. */
const names = [
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '$where',
  '',
  'lang',
]
const texts = [
  '\u0000',
  '%00',
  '../../etc/passwd',
  '\ud800',
  "' or 1=1 --",
  '${jndi:x}',
  '=1+1',
  '\u202e\u0007',
  'a'.repeat(5_000),
  '🐄'.repeat(200),
  '9'.repeat(400),
  '1e309',
  '-0',
  'NaN',
  '[object Object]',
  '{}',
  '2026-02-30',
  '<svg onload=x>',
]
const values: unknown[] = [
  null,
  true,
  -1,
  0,
  1,
  2_147_483_648,
  9_007_199_254_740_991,
  1e308,
  0.1,
  [],
  {},
  [[]],
  ...texts,
]

type Chance = () => number

/** The shots of a seed, one after the other. */
export function* shotsAt(api: Described, seed: number, ids: number[]): Generator<Shot> {
  const chance = seeded(seed).next
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  for (;;) {
    const target = pick(chance, operations)
    yield shot(chance, api, target, ids)
  }
}

const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T

function shot(
  chance: Chance,
  api: Described,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  ids: number[],
): Shot {
  const id = () => (chance() < 0.6 ? String(pick(chance, ids)) : String(pick(chance, values)))
  let url = path.replace(/\{(\w+)\}/g, () => safe(id()))
  if (!url.startsWith('/api')) url = `/api${url}`
  if (chance() < 0.05)
    url = pick(chance, [`/${url}`, `${url}//`, `${url}/%00`, url.replace('/api', '//api/'), `${url}%`])
  const query = new URLSearchParams()
  const parameters = (operation.parameters ?? []).map(one => resolved(api, one) as Parameter)
  for (const { name, in: place, schema } of parameters)
    if (place === 'query' && chance() < 0.5) query.append(name, String(valueFor(chance, api, schema, ids, 0)))
  if (chance() < 0.1) query.append(pick(chance, names), String(pick(chance, values)))
  if (chance() < 0.05) for (const [name, value] of [...query]) query.append(name, value)
  const headers: Record<string, string> = {}
  if (chance() < 0.1) headers['idempotency-key'] = chance() < 0.5 ? crypto.randomUUID() : 'no key'
  const body = resolved(api, operation.requestBody ?? {}) as Operation['requestBody']
  const [type, { schema = undefined } = {}] = Object.entries(body?.content ?? {})[0] ?? []
  const target = `${url}${query.size > 0 ? `?${query}` : ''}`
  if (!type || method === 'GET') return { method, url: target, headers }
  if (type.startsWith('multipart'))
    return { method, url: target, headers: { ...headers, ...form }, payload: multipart(chance) }
  return { method, url: target, headers: { ...headers, ...typeOf(chance) }, payload: json(chance, api, schema, ids) }
}

const safe = (text: string): string => {
  try {
    return encodeURIComponent(text).slice(0, 300)
  } catch {
    return '%ff'
  }
}

const typeOf = (chance: Chance) => ({
  'content-type':
    chance() < 0.95
      ? 'application/json'
      : pick(chance, ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'x']),
})

/** A body that fits by and large, with something in it that does not; or none at all that could be read. */
function json(chance: Chance, api: Described, schema: Schema | undefined, ids: number[]): string | Buffer {
  const roll = chance()
  if (roll < 0.03) return '['.repeat(20_000)
  if (roll < 0.05) return `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`
  if (roll < 0.07) return Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
  const body = valueFor(chance, api, schema, ids, 0)
  const text = JSON.stringify(body) ?? 'null'
  if (roll < 0.1)
    return text.replace(/^\{/, `{${JSON.stringify(pick(chance, names))}:${JSON.stringify(pick(chance, texts))},`)
  if (roll < 0.13) return text.replace(/^\{("[^"]*":)/, '{$1null,$1')
  return roll < 0.15 ? text.slice(0, -1) : text
}

/** A value that the schema asks for, mostly. */
function valueFor(chance: Chance, api: Described, given: Schema | undefined, ids: number[], depth: number): unknown {
  const schema = resolved(api, given ?? {}) as Schema
  if (chance() < 0.08 || depth > 8) return pick(chance, values)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(chance, schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either && either.length > 0) return valueFor(chance, api, pick(chance, either), ids, depth + 1)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => valueFor(chance, api, part, ids, depth + 1)))
  switch (Array.isArray(schema.type) ? pick(chance, schema.type) : schema.type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) || chance() < 0.5,
      )
      const made = wanted.map(([name, part]) => [name, valueFor(chance, api, part, ids, depth + 1)])
      if (chance() < 0.05) made.push([pick(chance, names), pick(chance, values)])
      return Object.fromEntries(made)
    }
    case 'array':
      return Array.from({ length: Math.floor(chance() * 4) }, () => valueFor(chance, api, schema.items, ids, depth + 1))
    case 'integer':
      return pick(chance, ids)
    case 'number':
      return chance() * 100
    case 'boolean':
      return chance() < 0.5
    case 'string':
      return chance() < 0.4 ? 'Barn' : pick(chance, [...texts, '2026-01-01', crypto.randomUUID(), 'a@example.test'])
    default:
      return pick(chance, values)
  }
}

/** What a reference points at; a description may name its shapes. */
function resolved(api: Described, part: { $ref?: string }): object {
  let at: { $ref?: string } = part
  for (let step = 0; at.$ref && step < 10; step++) {
    const found = at.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name.replace('~1', '/')], api)
    at = (found ?? {}) as { $ref?: string }
  }
  return at
}

const boundary = 'fuzz'
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }

function multipart(chance: Chance): Buffer {
  const field = (name: string, value: string, file = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n` +
    `\r\n${value}\r\n`
  const parts = [
    field(pick(chance, [...names, 'uuid', 'question_id']), String(pick(chance, texts))),
    field('uuid', crypto.randomUUID()),
    field(
      'file',
      pick(chance, ['PK\u0003\u0004', '%PDF-', 'GIF89a', '\u0000', ...texts]),
      pick(chance, ['a.png', '../x', 'a\u0000.pdf']),
    ),
  ]
  const whole = parts.filter(() => chance() < 0.8).join('')
  return Buffer.from(chance() < 0.9 ? `${whole}--${boundary}--\r\n` : whole)
}
