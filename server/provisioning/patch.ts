/**
 * Changes of resources by PATCH (RFC 7644, 3.5.2), as Entra ID and Okta write them: operations in any case, dotted
 * names without a path, removed members as values. Only attributes that tend keeps are looked at, so no name in a path
 * reaches anything else.
 */

import { type Filter, parse } from 'scim2-parse-filter'
import { invalidField } from '#shared/lib/problem.ts'
import type { ScimOperation } from '#shared/provisioning/scim.ts'

/** Attributes that are kept, by their kind; those of a complex one have the names of `parts`. */
const kinds = {
  username: ['userName', 'text'],
  externalid: ['externalId', 'text'],
  displayname: ['displayName', 'text'],
  active: ['active', 'text'],
  name: ['name', 'object'],
  emails: ['emails', 'list'],
  members: ['members', 'list'],
} as const satisfies Record<string, readonly [string, 'text' | 'object' | 'list']>

const parts = new Map(
  [
    ...['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'],
    ...['value', 'type', 'primary', 'display'],
  ].map(part => [part.toLowerCase(), part]),
)

type Kind = (typeof kinds)[keyof typeof kinds]
/** Where an operation acts: an attribute, those of its values that equal something, a part of them. */
export type Target = { attribute: Kind[0]; kind: Kind[1]; equals: Record<string, unknown> | null; part: string | null }
export type Change = { does: 'add' | 'replace' | 'remove'; target: Target; value: unknown }

const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const pathPattern = /^([a-z]\w*)(?:\[(.*)\])?(?:\.(\w+))?$/is

/** The changes that operations ask for, without those of attributes that are not kept. Throws 422 at `path` or `op`. */
export function changesOf(operations: ScimOperation[]): Change[] {
  return operations.flatMap(({ op, path, value }): Change[] => {
    const does = op.toLowerCase()
    if (does !== 'add' && does !== 'replace' && does !== 'remove') throw invalidField('op', 'not_an_option')
    if (path) return changeAt(does, path, value)
    if (does === 'remove' || !isObject(value)) throw invalidField('path', 'required')
    return Object.entries(value).flatMap(([name, inner]) => changeAt(does, name, inner))
  })
}

function changeAt(does: Change['does'], path: string, value: unknown): Change[] {
  const [, name = '', filter, part] = pathPattern.exec(path.replace(core, '')) ?? []
  if (!name) {
    // Attributes of extensions, as the department of an enterprise's user.
    if (/^urn:/i.test(path)) return []
    throw invalidField('path', 'wrong_format')
  }
  const known = kinds[name.toLowerCase() as keyof typeof kinds]
  if (!known || !Object.hasOwn(kinds, name.toLowerCase())) return []
  const inner = part === undefined ? null : parts.get(part.toLowerCase())
  if (inner === undefined) return []
  const equals = filter === undefined ? null : equalitiesIn(filter)
  return [{ does, target: { attribute: known[0], kind: known[1], equals, part: inner }, value }]
}

/** What a filter of values says that they equal. Throws 422 at `path` for any other filter. */
function equalitiesIn(text: string): Record<string, unknown> {
  const equal = (filter: Filter): [string, unknown][] => {
    if (filter.op === 'and') return filter.filters.flatMap(equal)
    const part = filter.op === 'eq' ? parts.get(filter.attrPath.toLowerCase()) : undefined
    if (filter.op !== 'eq' || !part) throw invalidField('path', 'wrong_format')
    return [[part, filter.compValue]]
  }
  return Object.fromEntries(equal(filterOf(text, 'path')))
}

/** Parses a filter. Throws 422 at the field for other text. */
export function filterOf(text: string, field: string): Filter {
  try {
    return parse(text)
  } catch {
    throw invalidField(field, 'wrong_format')
  }
}

type Document = Record<string, unknown>

/** A resource after the changes, to be checked by the contract. */
export function patched(document: Document, changes: Change[]): Document {
  const made: Document = { ...document }
  for (const { does, target, value } of changes) {
    const { attribute, kind, part } = target
    if (kind === 'text') made[attribute] = does === 'remove' ? null : value
    else if (kind === 'object') made[attribute] = changedObject(made[attribute], does, part, value)
    else made[attribute] = changedList(made[attribute], does, target, value)
  }
  return made
}

function changedObject(before: unknown, does: Change['does'], part: string | null, value: unknown): unknown {
  const own = isObject(before) ? before : {}
  if (part) return { ...own, [part]: does === 'remove' ? null : value }
  if (does === 'remove') return null
  return isObject(value) ? { ...own, ...onlyParts(value) } : value
}

function changedList(before: unknown, does: Change['does'], { equals, part }: Target, value: unknown): unknown {
  const own = (Array.isArray(before) ? before : []).filter(isObject)
  if (!equals && !part) {
    if (does === 'replace') return value
    if (does === 'add') return [...own, ...[value].flat()]
    return null
  }
  const fits = (item: Document) => Object.entries(equals ?? {}).every(([name, wanted]) => same(item[name], wanted))
  if (does === 'remove')
    return part ? own.map(item => (fits(item) ? { ...item, [part]: null } : item)) : own.filter(item => !fits(item))
  const given = part ? { [part]: value } : isObject(value) ? onlyParts(value) : {}
  if (own.some(fits)) return own.map(item => (fits(item) ? { ...item, ...given } : item))
  return [...own, { ...equals, ...given }]
}

const onlyParts = (value: Document): Document =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const part = parts.get(name.toLowerCase())
      return part ? [[part, inner]] : []
    }),
  )

const same = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' ? one.toLowerCase() === other.toLowerCase() : one === other

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Who is put into a group and who is taken out; `all` are those who alone remain. */
export type MemberChange = { all?: string[]; add?: string[]; remove?: string[] }

/** The changes of a group's members, in their order. Throws 422 at `members` for what names nobody. */
export const memberChangesOf = (changes: Change[]): MemberChange[] =>
  changes
    .filter(({ target: { attribute, part } }) => attribute === 'members' && part === null)
    .map(({ does, target: { equals }, value }): MemberChange => {
      if (equals) return { [does === 'remove' ? 'remove' : 'add']: [String(equals.value)] }
      if (does === 'replace') return { all: membersIn(value) }
      if (does === 'add') return { add: membersIn(value) }
      return value === undefined || value === null ? { all: [] } : { remove: membersIn(value) }
    })

const membersIn = (value: unknown): string[] =>
  [value].flat().map(member => {
    const named = isObject(member) ? member.value : member
    if (typeof named !== 'string') throw invalidField('members', 'wrong_type')
    return named
  })
