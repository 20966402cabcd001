/** How people and groups look in SCIM, what a query shows of them, and the filters by which they are found. */
import { and, eq, exists, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Filter } from 'scim2-parse-filter'
import { greatestWhole } from '#shared/lib/fields.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import {
  type ScimGroup,
  type ScimUser,
  type ScimUserInput,
  scimBounds,
  scimSchemas,
} from '#shared/provisioning/scim.ts'
import type { Services } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { filterOf } from './patch.ts'
import { provisionedGroupMembers, provisionedGroups, provisionedUsers } from './table.ts'

export type UserRow = typeof provisionedUsers.$inferSelect
export type GroupRow = typeof provisionedGroups.$inferSelect
type Named = { id: number; name: string }
type Addressed = Pick<Services, 'address'>

/** The address under which providers reach this tend. */
export const scimAddress = ({ address }: Addressed): string => address('/scim/v2')

const metaOf = (services: Addressed, kind: 'User' | 'Group', { id, createdAt, updatedAt }: UserRow | GroupRow) => ({
  resourceType: kind,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location: `${scimAddress(services)}/${kind}s/${id}`,
})

const reference = (services: Addressed, kind: 'Users' | 'Groups', { id, name }: Named) => ({
  value: String(id),
  display: name,
  $ref: `${scimAddress(services)}/${kind}/${id}`,
})

/** A person in SCIM; `groups` are those that they are in. */
export const presentUser = (services: Addressed, row: UserRow, groups: Named[]): ScimUser => ({
  schemas: [scimSchemas.user],
  id: String(row.id),
  ...(row.externalId !== null && { externalId: row.externalId }),
  userName: row.userName,
  ...(row.name && { name: row.name }),
  ...(row.displayName !== null && { displayName: row.displayName }),
  ...(row.emails && { emails: row.emails }),
  active: row.isActive,
  ...(groups.length > 0 && { groups: groups.map(group => reference(services, 'Groups', group)) }),
  meta: metaOf(services, 'User', row),
})

/** A group in SCIM, with its members. */
export const presentGroup = (services: Addressed, row: GroupRow, members: Named[]): ScimGroup => ({
  schemas: [scimSchemas.group],
  id: String(row.id),
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.displayName,
  ...(members.length > 0 && { members: members.map(member => reference(services, 'Users', member)) }),
  meta: metaOf(services, 'Group', row),
})

/** A row as a provider would send it: what a PATCH changes. */
export const documentOf = (row: UserRow): Record<string, unknown> => ({
  userName: row.userName,
  externalId: row.externalId,
  displayName: row.displayName,
  name: row.name,
  emails: row.emails,
  active: row.isActive,
})

/** The columns of what a provider sent. Throws 422 at `emails` where there is no address to invite. */
export function columnsOf({ externalId, userName, name, displayName, emails, active }: ScimUserInput) {
  const kept = (emails ?? [])
    .filter(({ value }) => value !== '')
    .map(({ value, type, primary }) => ({
      value,
      ...(type && { type }),
      ...(primary !== null && primary !== undefined && { primary: isTrue(primary) }),
    }))
  const email = (kept.find(({ primary }) => primary) ?? kept[0])?.value ?? userName
  if (email.length > 254 || !/^[^\s@"<>()]+@[^\s@"<>()]+\.[^\s@"<>()]+$/.test(email))
    throw invalidField('emails', 'not_an_email')
  const named = Object.entries(name ?? {}).filter((entry): entry is [string, string] => !!entry[1])
  return {
    userName,
    externalId: externalId || null,
    displayName: displayName || null,
    name: named.length > 0 ? Object.fromEntries(named) : null,
    emails: kept.length > 0 ? kept : null,
    email: email.toLowerCase(),
    ...(active !== null && active !== undefined && { isActive: isTrue(active) }),
  }
}

const isTrue = (value: boolean | string): boolean => value === true || String(value).toLowerCase() === 'true'

/** Reads the number in an id. Throws 404 for other text. */
export function numberOf(id: string): number {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0
  if (number === 0 || number > greatestWhole) throw new Problem('not_found')
  return number
}

type Query = {
  filter?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** The page that a query asks for: from 1, and never more than a page holds. */
export const pageOf = ({ startIndex = 1, count = 100 }: Query) => ({
  offset: Math.max(startIndex, 1) - 1,
  limit: Math.min(Math.max(count, 0), scimBounds.page),
})

const namesIn = (list: string | undefined) =>
  list?.split(',').map(name =>
    name
      .trim()
      .toLowerCase()
      .replace(/^urn:.*:/, '')
      .replace(/\..*$/, ''),
  ) ?? null

/** Whether a query wants to see an attribute at all. */
export function wants({ attributes, excludedAttributes }: Query, name: string): boolean {
  const asked = namesIn(attributes)
  if (asked) return asked.includes(name.toLowerCase())
  return !namesIn(excludedAttributes)?.includes(name.toLowerCase())
}

/** A resource with the attributes that a query wants; its schemas and id are always there. */
export const shownOf = <Resource extends object>(query: Query, resource: Resource): Partial<Resource> =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => name === 'schemas' || name === 'id' || wants(query, name)),
  ) as Partial<Resource>

/** A list in SCIM. */
export const listOf = <Resource>(query: Query, total: number, resources: Resource[]) => ({
  schemas: [scimSchemas.list],
  totalResults: total,
  startIndex: pageOf(query).offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

const folded = (column: AnyPgColumn, value: string) => eq(sql`lower(${column})`, value.toLowerCase())
const numbered = (column: AnyPgColumn, value: string) =>
  /^[1-9]\d{0,8}$/.test(value) ? eq(column, Number(value)) : sql`false`

type Condition = (value: string) => SQL

const userConditions: Record<string, Condition> = {
  id: value => numbered(provisionedUsers.id, value),
  username: value => folded(provisionedUsers.userName, value),
  externalid: value => eq(provisionedUsers.externalId, value),
  displayname: value => folded(provisionedUsers.displayName, value),
  emails: value => folded(provisionedUsers.email, value),
  'emails.value': value => folded(provisionedUsers.email, value),
  active: value => eq(provisionedUsers.isActive, isTrue(value)),
}

const groupConditions = (db: Database): Record<string, Condition> => ({
  id: value => numbered(provisionedGroups.id, value),
  displayname: value => folded(provisionedGroups.displayName, value),
  externalid: value => eq(provisionedGroups.externalId, value),
  members: value => hasMember(db, value),
  'members.value': value => hasMember(db, value),
})

const hasMember = (db: Database, id: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(provisionedGroupMembers)
      .where(
        and(
          eq(provisionedGroupMembers.companyId, provisionedGroups.companyId),
          eq(provisionedGroupMembers.groupId, provisionedGroups.id),
          numbered(provisionedGroupMembers.provisionedUserId, id),
        ),
      ),
  )

/** The condition that a filter means. Throws 422 at `filter` for one that tend does not know. */
export const userFilter = (filter: string | undefined): SQL | undefined => conditionOf(filter, userConditions)
export const groupFilter = (db: Database, filter: string | undefined): SQL | undefined =>
  conditionOf(filter, groupConditions(db))

function conditionOf(text: string | undefined, known: Record<string, Condition>): SQL | undefined {
  const read = (filter: Filter, above = ''): SQL | undefined => {
    switch (filter.op) {
      case 'and':
        return and(...filter.filters.map(part => read(part, above)))
      case 'or':
        return or(...filter.filters.map(part => read(part, above)))
      case 'not': {
        const inner = read(filter.filter, above)
        return inner && not(inner)
      }
      case '[]':
        return read(filter.valFilter, `${filter.attrPath}.`)
      case 'eq': {
        const name = `${above}${filter.attrPath}`.toLowerCase().replace(/^urn:.*:/, '')
        // Each person has one address here, of any type.
        if (name === 'emails.type') return sql`true`
        const condition = Object.hasOwn(known, name) ? known[name] : undefined
        if (condition) return condition(String(filter.compValue))
      }
    }
    throw invalidField('filter', 'wrong_format')
  }
  return text ? read(filterOf(text, 'filter')) : undefined
}
