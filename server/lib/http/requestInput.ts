import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Camel, camel } from '#shared/lib/casing.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { fieldErrorsOf } from '#shared/lib/fieldErrors.ts'
import { IdList } from '#shared/lib/fields.ts'
import { Problem } from '#shared/lib/problem.ts'
import { unsoundPath } from '#shared/lib/soundText.ts'

type Sent = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  fields: Record<string, unknown>
}

/**
 * The input of a call: path, query and body in one object, checked by the contract and renamed to camelCase.
 * Unknown query parameters are refused; unknown body fields are ignored; fields that the answer has and the input does not are
 * the server's alone, and sending one is refused by name.
 */
export function readInput(endpoint: Endpoint, sent: Sent): Camel<Record<string, unknown>> {
  const { shape } = endpoint.input
  const query = Object.fromEntries(
    Object.entries(sent.query).flatMap(([name, value]) => (name === 'lang' ? [] : [listedIn(endpoint, name, value)])),
  )
  const body = bodyOf(sent)
  refuseServersFields(endpoint, body)
  refuseContradiction(sent.params, body)
  const strings = { ...sent.fields, ...query, ...sent.params }
  requireSoundTexts(strings)
  const named = Object.fromEntries(
    Object.entries(strings).map(([name, value]) => [
      name,
      fromString(value, Object.hasOwn(shape, name) ? shape[name] : undefined),
    ]),
  )
  const schema = endpoint.method === 'GET' ? strictInput(endpoint) : endpoint.input
  const parsed = schema.safeParse({ ...body, ...named })
  if (!parsed.success) throw new Problem('invalid', { errors: fieldErrorsOf(parsed.error) })
  return camel(parsed.data)
}

/** A list in the address is written `name=1&name=2`, `name[]=1&name[]=2` or `name=1,2`: to the contract it is one text with commas. */
function listedIn({ input }: Endpoint, name: string, value: unknown): [string, unknown] {
  const plain = name.endsWith('[]') && Object.hasOwn(input.shape, name.slice(0, -2)) ? name.slice(0, -2) : name
  const isList = plain !== name || Array.isArray(value)
  return isList && innermost(input.shape[plain]) === IdList ? [plain, [value].flat().join(',')] : [name, value]
}

const strictInputs = new WeakMap<Endpoint, Endpoint['input']>()

/** Made once for each call: a schema is compiled when it is first used. */
function strictInput(endpoint: Endpoint): Endpoint['input'] {
  const known = strictInputs.get(endpoint)
  if (known) return known
  const strict = endpoint.input.strict()
  strictInputs.set(endpoint, strict)
  return strict
}

function bodyOf({ body }: Sent): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Problem('malformed')
  requireSoundTexts(body)
  return body as Record<string, unknown>
}

/** Says where a text is that cannot be stored. */
function requireSoundTexts(value: unknown): void {
  const path = unsoundPath(value)
  if (path !== undefined) throw new Problem('malformed', path ? { errors: { [path]: [{ code: 'unsound_text' }] } } : {})
}

/** What decides about somebody's rights: never a caller's to set where a call does not say so, whatever it answers. */
const rights = ['role_id', 'company_id', 'plan', 'plan_id', 'is_admin', 'admin_since']

function refuseServersFields({ input, returns }: Endpoint, body: Record<string, unknown>): void {
  const answered = returns instanceof z.ZodObject ? returns.shape : {}
  const refused = Object.keys(body).filter(
    name => (Object.hasOwn(answered, name) || rights.includes(name)) && !Object.hasOwn(input.shape, name),
  )
  if (refused.length > 0)
    throw new Problem('invalid', { errors: Object.fromEntries(refused.map(name => [name, [{ code: 'read_only' }]])) })
}

/** What the path names may be named in the body again, as the same. */
function refuseContradiction(params: Record<string, unknown>, body: Record<string, unknown>): void {
  const other = Object.keys(params).filter(
    name => Object.hasOwn(body, name) && String(body[name]) !== String(params[name]),
  )
  if (other.length > 0)
    throw new Problem('invalid', { errors: Object.fromEntries(other.map(name => [name, [{ code: 'not_an_option' }]])) })
}

/** Paths, queries and multipart fields carry only strings; what their schema wants as a number or a truth value becomes one. */
function fromString(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (typeof value !== 'string') return value
  const kind = innermost(schema)
  if (kind instanceof z.core.$ZodNumber || kind instanceof z.core.$ZodUnion)
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (kind instanceof z.core.$ZodBoolean)
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value
  return value
}

function innermost(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let at = schema
  while (at && 'innerType' in at._zod.def) at = at._zod.def.innerType as z.core.$ZodType
  return at
}

/** What somebody asks with, as far as it is kept. */
export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  headers['user-agent']?.slice(0, 300) ?? null
