/**
 * What a call can be asked with, read from its contract alone: an input that fits, and every place in it that names a
 * row, in the path, the query and however deep in the body. So a call that comes later is asked too.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint } from '#shared/lib/contract.ts'
import { penCheck } from '../forms.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  minLength?: number
  default?: unknown
}

/**
 * Where an input names a row: `subjects.0.id` of the table `locations`; without a table where nobody can tell which.
 */
export type Place = { path: (string | number)[]; table: string | undefined }
export type Sample = { input: Record<string, unknown>; places: Place[] }

const greatestId = 2_147_483_647
/** Whole numbers that could be ids by their range, and are not. */
const notIds = new Set(['version', 'number', 'position'])

/** What fits a field by its name, where its schema does not say it all. */
const fields: Record<string, () => unknown> = {
  lang: () => 'en',
  timezone: () => 'UTC',
  time_zone: () => 'UTC',
  starts_at: () => '2026-01-01T07:00',
  ends_at: () => new Date(Date.now() + 24 * 3600_000).toISOString(),
  due_after: () => 'PT12H',
  role_id: () => 3000,
  url: () => 'https://hooks.example.com/',
  reason: () => 'Looked at it',
  pin: () => '482613',
  country_id: () => 826,
  password: () => 'kettle orbit fence',
  code: () => '123456',
  standing: () => 'below_employee',
  user_name: () => `juan.${randomUUID().slice(0, 8)}`,
  // Refused at once, as it begins without https.
  issuer: () => 'http://login.example',
  question_id: () => 'picture',
  ids: () => '1',
  default_language: () => 'en',
  device_time: () => '2026-01-01T07:00:00+01:00',
  credential_id: () => 'bm9uZQ',
  client_data: () => 'bm9uZQ',
  attestation: () => 'bm9uZQ',
  authenticator_data: () => 'bm9uZQ',
  // Of many animals what comes and goes has a number; this has none.
  details: () => ({ type: 'observation' }),
  // Whom a form names is looked up within the company when it is filled in.
  definition: () => penCheck,
  content: () => ({ elements: [{ type: 'text', id: 'water', label: { en: 'Water' } }] }),
  text: () => `somebody${randomUUID().slice(0, 8)}@example.test`,
}

const schemas = new WeakMap<Endpoint, Schema>()

/** Written once: a call is asked hundreds of times. */
function schemaOf(endpoint: Endpoint): Schema {
  const written =
    schemas.get(endpoint) ?? (z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema)
  schemas.set(endpoint, written)
  return written
}

/** The sample of a call, with `idOf` a table for the rows that it names. */
export function sampleOf(endpoint: Endpoint, tables: ReadonlySet<string>, idOf: (table: string) => number): Sample {
  const schema = schemaOf(endpoint)
  const places: Place[] = []
  const place = (path: (string | number)[], beside: Record<string, unknown>): number => {
    const table = tableOf(endpoint, path, beside, tables)
    places.push({ path, table })
    return table === undefined ? 1 : idOf(table)
  }
  const resolve = (part: Schema): Schema =>
    part.$ref ? (schema.$defs?.[part.$ref.split('/').at(-1) ?? ''] ?? {}) : part
  const namesRows = (part: Schema, depth = 0): boolean => {
    const { properties, items, anyOf, oneOf, ...own } = resolve(part)
    const inside = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? []), ...(oneOf ?? [])]
    return isId(own) || (depth < 5 && inside.some(one => namesRows(one, depth + 1)))
  }

  function valueFor(given: Schema, path: (string | number)[], beside: Record<string, unknown>): unknown {
    const part = resolve(given)
    const name = path.findLast(step => typeof step === 'string') ?? ''
    if (isId(part) && !notIds.has(String(name))) return place(path, beside)
    if (part.const !== undefined) return part.const
    if (part.enum) return part.enum[0]
    const known = name === 'starts_at' && given.$ref?.endsWith('/Time') ? undefined : fields[name]
    // In an address several ids are one word.
    if (known && !(name === 'ids' && part.type === 'array')) return known()
    const either = part.anyOf ?? part.oneOf
    // Of several, the one that names rows is the one to look at.
    if (either) return valueFor(either.find(one => namesRows(one)) ?? either[0] ?? {}, path, beside)
    switch (part.type) {
      case 'object':
        return objectFor(part, path)
      case 'array':
        return part.items && (namesRows(part.items) || part.minItems) ? [valueFor(part.items, [...path, 0], {})] : []
      case 'integer':
      case 'number':
        return Math.max(part.minimum ?? 1, (part.exclusiveMinimum ?? 0) + 1, 1)
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return textFor(part, String(name))
    }
  }

  function objectFor(part: Schema, path: (string | number)[]): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    // An animal needs one of the two, which no schema says.
    const isNamed = 'name' in (part.properties ?? {}) && 'identifier' in (part.properties ?? {})
    for (const [field, inner] of Object.entries(part.properties ?? {}))
      if (part.required?.includes(field) || namesRows(inner) || (isNamed && field === 'name'))
        made[field] = valueFor(inner, [...path, field], made)
    return made
  }

  return { input: objectFor(resolve(schema), []), places }
}

const isId = ({ type, exclusiveMinimum, maximum }: Schema) =>
  type === 'integer' && exclusiveMinimum === 0 && maximum === greatestId

function textFor({ format, minLength = 0 }: Schema, name: string): string {
  switch (format) {
    case 'uuid':
      return randomUUID()
    case 'email':
      return `somebody${randomUUID().slice(0, 8)}@example.test`
    case 'date':
      return '2026-11-22'
    case 'date-time':
      return '2026-11-22T07:00:00.000Z'
    default:
      return (name === 'email' ? `a${randomUUID().slice(0, 8)}@example.test` : `Sample ${name}`).padEnd(minLength, 'x')
  }
}

/** What a place may name is a row of any table. */
export const anyTable = '*'

/** Fields whose name is not that of their table. */
const otherNames: Record<string, string> = {
  parent_id: 'own',
  responsible_id: 'users',
  mother_id: 'animals',
  father_id: 'animals',
  duplicate_id: 'animals',
  outside: 'own',
  inside: 'own',
  group_id: 'animal_groups',
  task_sent_id: 'sent_tasks',
  sent_task_id: 'sent_tasks',
  sent_task_ids: 'sent_tasks',
  // Messages are numbered: before that number, around it, whosever message has it.
  before: anyTable,
  around: anyTable,
  reply_to_id: 'messages',
  forward_id: 'messages',
  mentions: 'users',
  completed_by: 'users',
  created_by: 'users',
  written_by: 'users',
  selected_plan_id: 'plans',
  exclude: 'users',
  actor_id: 'users',
  owner_id: 'users',
  recipient_ids: 'users',
  also_responsible_ids: 'users',
  reader_ids: 'users',
  checker_ids: 'users',
  approver_ids: 'users',
  holder_id: 'users',
  break_glass_user_id: 'users',
  site_id: 'locations',
  key_id: 'api_keys',
  driver_id: 'users',
  request_id: 'pass_requests',
  // Of labels of any register.
  ids: anyTable,
  // Of a row of any kind, by its number alone.
  subject_id: anyTable,
  // Of the first kind of documents.
  record_id: 'submissions',
  pack_id: 'pass_packs',
}

/** Addresses that do not name their table. */
const otherAddresses = [
  ['/switch-user/', 'users'],
  ['/form/submission/export/job/', 'submission_exports'],
  ['/notifications/', 'messages'],
  ['/test-broadcast/', 'conversations'],
  ['/messaging/report', 'message_reports'],
  ['/shared/', 'shares'],
  ['/passes/mine/', 'passes'],
  ['/pass/template/', 'pass_templates'],
  ['/pass/request/', 'pass_requests'],
  ['/pass/', 'passes'],
  ['/key/', 'api_keys'],
  ['/webhook/delivery/', 'webhook_deliveries'],
  ['/webhook/', 'webhooks'],
  ['/me/sso/', 'sso_links'],
  ['/sso/domain/', 'sso_domains'],
] as const

/** The table of the row that a place names, by the name of the field, the address before it, or the type beside it. */
function tableOf(
  { path: address }: Endpoint,
  path: (string | number)[],
  beside: Record<string, unknown>,
  tables: ReadonlySet<string>,
): string | undefined {
  const field = String(path.findLast(step => typeof step === 'string'))
  const own = (before: string) => {
    const words = before.split('/').filter(word => word && !word.startsWith(':'))
    return named([words.join('_'), words.toReversed().join('_'), words.at(-1) ?? '', words[0] ?? ''], tables)
  }
  const said = otherAddresses.find(([part]) => path.length === 1 && field === 'id' && address.includes(part))
  if (said) return said[1]
  const kind = field === 'subject_id' && typeof beside.kind === 'string' ? named([beside.kind], tables) : undefined
  if (kind) return kind
  const other = otherNames[field]
  if (other) return other === 'own' ? own(address.split('/:')[0] ?? '') : other
  const word = field.replace(/_ids?$/, '')
  if (field !== 'id') return named([word, field, word.split('_').at(-1) ?? ''], tables)
  if (path.length === 1) return own(address.split('/:id')[0] ?? '')
  const holder = otherNames[String(path.at(-2))]
  return holder ?? (typeof beside.type === 'string' ? named([beside.type], tables) : undefined)
}

const irregular: Record<string, string> = {
  company: 'companies',
  library: 'form_library',
  form_library: 'form_library',
}

function named(words: string[], tables: ReadonlySet<string>): string | undefined {
  const names = words.filter(Boolean).flatMap(word => [irregular[word] ?? `${word}s`, word])
  // `reports` of messages are `message_reports`.
  return (
    names.find(name => tables.has(name)) ?? [...tables].find(table => names.some(name => table.endsWith(`_${name}`)))
  )
}

/** The input with another id at a place. */
export function withId(input: Record<string, unknown>, { path }: Place, id: number): Record<string, unknown> {
  const changed = structuredClone(input)
  const last = path.at(-1) ?? ''
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], changed)
  ;(holder as Record<string | number, unknown>)[last] = id
  return changed
}
