import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Camel, camel } from '#shared/lib/casing.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type FieldError, type FieldErrors, Problem } from '#shared/lib/problem.ts'
import { unsoundPath } from '#shared/lib/soundText.ts'

type Sent = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  fields: Record<string, unknown>
}

/**
 * The input of a call: path, query and body in one object, checked by the contract and renamed to camelCase. Unknown
 * query parameters are refused; unknown body fields are ignored; fields that the answer has and the input does not are
 * the server's alone, and sending one is refused by name.
 */
export function readInput(endpoint: Endpoint, sent: Sent): Camel<Record<string, unknown>> {
  const { shape } = endpoint.input
  const query = queryOf(sent, shape)
  const body = bodyOf(sent)
  refuseServersFields(endpoint, body)
  refuseContradictions(sent.params, body)
  const strings = { ...sent.fields, ...query, ...sent.params }
  requireSoundTexts(strings)
  const named = Object.fromEntries(
    Object.entries(strings).map(([name, value]) => [
      name,
      fromString(value, Object.hasOwn(shape, name) ? shape[name] : undefined),
    ]),
  )
  const schema = endpoint.method === 'GET' ? strictInput(endpoint) : endpoint.input
  refuseTooMuch(endpoint, body)
  const parsed = schema.safeParse({ ...body, ...named })
  if (!parsed.success) throw new Problem('invalid', { errors: fieldErrorsOf(parsed.error) })
  return camel(parsed.data)
}

/** The query without `lang`. The members of a list come in each usual form: `a=1&a=2`, `a[]=1`, `a[0]=1`, `a=1,2`. */
function queryOf({ query }: Sent, shape: z.ZodObject['shape']): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [written, value] of Object.entries(query)) {
    if (written === 'lang') continue
    const name = written.replace(/\[\d*\]$/, '')
    if (!Object.hasOwn(shape, name) || !isList(shape[name])) {
      read[written] = value
      continue
    }
    const members = [value].flat().flatMap(part => (typeof part === 'string' ? part.split(',') : part))
    read[name] = [...((read[name] as unknown[]) ?? []), ...members.filter(part => part !== '')]
  }
  return read
}

const isList = (schema: z.core.$ZodType | undefined) => innermost(schema) instanceof z.core.$ZodArray

/** A body field that says otherwise than the address is refused: one of the two must be a mistake. */
function refuseContradictions(params: Record<string, unknown>, body: Record<string, unknown>): void {
  const contradicting = Object.keys(params).filter(
    name => Object.hasOwn(body, name) && body[name] !== null && String(body[name]) !== String(params[name]),
  )
  if (contradicting.length > 0)
    throw new Problem('invalid', {
      errors: Object.fromEntries(contradicting.map(name => [name, [{ code: 'contradicts_address' }]])),
    })
}

/** Counts before parsing, because describing many mistakes takes long. */
function refuseTooMuch({ countedFirst }: Endpoint, body: Record<string, unknown>): void {
  if (!countedFirst) return
  const { field, count, maximum, code } = countedFirst
  if (count(body[field]) > maximum)
    throw new Problem('invalid', { errors: { [field]: [{ code, values: { maximum } }] } })
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

/** Fields that decide about rights, which callers set only where a call says so. */
const rights = ['role_id', 'company_id', 'plan', 'plan_id', 'is_admin', 'admin_since']

function refuseServersFields({ input, returns }: Endpoint, body: Record<string, unknown>): void {
  const answered = returns instanceof z.ZodObject ? returns.shape : {}
  const refused = Object.keys(body).filter(
    name => (Object.hasOwn(answered, name) || rights.includes(name)) && !Object.hasOwn(input.shape, name),
  )
  if (refused.length > 0)
    throw new Problem('invalid', { errors: Object.fromEntries(refused.map(name => [name, [{ code: 'read_only' }]])) })
}

/**
 * Paths, queries and multipart fields carry only strings; what their schema wants as a number or a truth value becomes
 * one.
 */
function fromString(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  const list = innermost(schema)
  if (Array.isArray(value) && list instanceof z.core.$ZodArray)
    return value.map(part => fromString(part, list._zod.def.element))
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

/** Bound of fields that a refusal names; each costs a translated text. */
const maxNamed = 100

/** Converts zod's issues to codes by field path; each code has a text in `problem.json` under `field`. */
function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues.slice(0, maxNamed)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxNamed)) errors[[...issue.path, key].join('.')] = [{ code: 'unknown' }]
      continue
    }
    const path = issue.path.join('.')
    errors[path] = [...(errors[path] ?? []), fieldError(issue)]
  }
  return errors
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  switch (issue.code) {
    case 'invalid_type':
      return { code: issue.input === undefined ? 'required' : 'wrong_type' }
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1
          ? { code: 'required' }
          : { code: 'too_short', values: { minimum: Number(issue.minimum) } }
      return { code: issue.origin === 'array' ? 'too_few' : 'too_small', values: { minimum: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', values: { maximum: Number(issue.maximum) } }
      return { code: issue.origin === 'array' ? 'too_many' : 'too_large', values: { maximum: Number(issue.maximum) } }
    case 'invalid_format':
      return {
        code: issue.format === 'email' ? 'not_an_email' : issue.format === 'date' ? 'not_a_date' : 'wrong_format',
      }
    case 'invalid_value':
    case 'invalid_union':
      return { code: 'not_an_option' }
    case 'custom': {
      const { code, ...values } = (issue.params ?? {}) as { code?: unknown } & FieldError['values']
      return {
        code: typeof code === 'string' ? code : 'wrong_format',
        ...(Object.keys(values).length > 0 && { values }),
      }
    }
    default:
      return { code: 'wrong_format' }
  }
}
