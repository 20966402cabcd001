/**
 * Custom roles of a company: a name and rules (`shared/ability.ts`). A custom role has exactly its rules and what every
 * member has; the server refuses rules wider than a manager's.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, Name, Revision, Time } from '../lib/fields.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { maxRoleRules } from './rules.ts'

const Value = z.union([z.string().max(100), z.number(), z.boolean(), z.null()])
const Condition = z.union([
  Value,
  z.strictObject({ $eq: Value }),
  z.strictObject({ $ne: Value }),
  z.strictObject({ $in: z.array(Value).min(1).max(50) }),
])

/** A CASL rule. Field names are those of the wire; `'me'` as a person is the role's holder. */
export const RoleRule = z
  .strictObject({
    action: z.array(z.string().max(40)).min(1).max(20),
    subject: z.string().max(40),
    conditions: z.record(z.string().max(40), Condition).optional(),
  })
  .meta({ id: 'RoleRule' })
export type RoleRule = z.infer<typeof RoleRule>

/** Ids above an employee are 2001 to 2999, below 3001 to 3999. Nobody gives a role above their own. */
const standings = ['above_employee', 'below_employee'] as const

const RoleFields = z.object({ name: Name, rules: z.array(RoleRule).max(maxRoleRules.inAll) })

export const Role = RoleFields.extend({
  id: Id,
  company_id: Id,
  standing: z.enum(standings),
  member_count: z.int(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  archived_at: Time.nullable(),
}).meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

export const roles = contract({
  list: {
    summary: "List the company's own roles",
    description: "The company's own ones; members read them for their names.",
    method: 'GET',
    path: '/role',
    access: ['read', 'Role'],
    input: Paging.extend({ ...Incremental.shape, sort: sortBy('name', 'created_at') }),
    returns: page(Role),
  },
  get: {
    summary: 'Read an own role',
    method: 'GET',
    path: '/role/:id',
    access: ['read', 'Role'],
    input: ById,
    returns: Role,
  },
  create: {
    summary: 'Add an own role',
    method: 'POST',
    path: '/role',
    access: ['create', 'Role'],
    input: RoleFields.extend({ standing: z.enum(standings) }),
    returns: Role,
    status: 201,
  },
  update: {
    summary: 'Change an own role',
    description: 'Everybody with the role works by the new rules at once and hears `abilities.changed`.',
    method: 'PUT',
    path: '/role/:id',
    access: ['update', 'Role'],
    input: RoleFields.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: Role,
  },
  remove: {
    summary: 'Archive an own role',
    description: '409 `in_use` while a member has it or an open invitation goes to it.',
    problems: ['in_use'],
    method: 'DELETE',
    path: '/role/:id',
    access: ['delete', 'Role'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an own role',
    method: 'POST',
    path: '/role/:id/restore',
    access: ['delete', 'Role'],
    input: ById,
    returns: Role,
  },
})
