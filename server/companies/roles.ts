/** A company's own roles: read, made, changed, archived and restored. */
import { and, count, eq, isNull, lte, sql } from 'drizzle-orm'
import { companyEvents } from '#shared/companies/contract.ts'
import type { Role, RoleRule } from '#shared/companies/roles.ts'
import { mistakesIn } from '#shared/customRoles.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles as ranks } from '#shared/lib/roles.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { broadcast } from '../lib/ports.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, archivedOrNot, contains, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { companies, invites, memberships, ownRoles } from './table.ts'

type RoleRow = typeof ownRoles.$inferSelect
type RoleBase = Role['standing']

/** The column that holds a company's last number, and the highest possible one. */
const numbers = {
  above_employee: { column: 'lastRoleAboveEmployee', last: 2999 },
  below_employee: { column: 'lastRoleBelowEmployee', last: 3999 },
} as const

const memberCount = sql<number>`(
  select count(*)::int from ${memberships}
  where ${memberships.companyId} = ${ownRoles.companyId} and ${memberships.ownRoleId} = ${ownRoles.id}
)`

const presentRole = ({ role, members }: { role: RoleRow; members: number }): Role => ({
  id: role.id,
  company_id: role.companyId,
  name: role.name,
  rules: role.rules,
  standing: role.id < ranks.employee ? 'above_employee' : 'below_employee',
  member_count: members,
  revision: role.revision,
  created_at: role.createdAt.toISOString(),
  updated_at: role.updatedAt.toISOString(),
  archived_at: role.archivedAt?.toISOString() ?? null,
})

const ofCompany = (companyId: number, id: number) => and(eq(ownRoles.companyId, companyId), eq(ownRoles.id, id))

/**
 * The role of the actor's company, which is locked, if they may do this with it. Two companies may have the same
 * number.
 */
export async function accessRole(ctx: Context, id: number, action: string): Promise<RoleRow> {
  const [role] = await ctx.db
    .select()
    .from(ownRoles)
    .where(ofCompany(companyOf(ctx), id))
    .for('update')
  return permitted(ctx, action, 'Role', role)
}

/** One of the own roles of the actor's company, with how many have it. */
export async function findRole(ctx: Context, id: number): Promise<Role> {
  const [found] = await ctx.db
    .select({ role: ownRoles, members: memberCount })
    .from(ownRoles)
    .where(ofCompany(companyOf(ctx), id))
  permitted(ctx, 'read', 'Role', found?.role)
  if (!found) throw new Problem('not_found')
  return presentRole(found)
}

type Query = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
}

/** One page of the own roles of the actor's company. */
export function listRoles(query: Query, ctx: Context) {
  const where = and(
    accessible(ctx.ability, 'read', 'Role', ownRoles),
    eq(ownRoles.companyId, companyOf(ctx)),
    archivedOrNot(ownRoles, query.archived),
    contains(query.search, ownRoles.name),
    among(ctx, ownRoles.id),
  )
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: ctx.db
      .select({ role: ownRoles, members: memberCount })
      .from(ownRoles)
      .where(where)
      .orderBy(...orderBy(ownRoles, query.sort, 'name', ctx.locale))
      .limit(limit)
      .offset(offset),
    totals: totalOf(ctx.db, ownRoles, where),
    present: presentRole,
  })
}

/**
 * Throws 422 for too many rules, or one that names each which says something unknown or goes further than a manager's.
 */
function requireFitting(rules: RoleRule[]): void {
  const errors = mistakesIn(rules)
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
}

export async function createRole(draft: { name: string; rules: RoleRule[]; standing: RoleBase }, ctx: Context) {
  requireFitting(draft.rules)
  const companyId = companyOf(ctx)
  const id = await freeId(ctx, companyId, draft.standing)
  const { name, rules } = draft
  const [role] = await ctx.db
    .insert(ownRoles)
    .values({ companyId, id, name, rules, createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!role) throw new Error('The role was not stored.')
  await audit(ctx, 'role.created', { type: 'Role', id, companyId })
  return presentRole({ role, members: 0 })
}

/**
 * The number after the highest that there ever was, so that none comes back to life with another meaning; two at once
 * wait for each other.
 */
async function freeId(ctx: Context, companyId: number, standing: RoleBase): Promise<number> {
  const { column, last } = numbers[standing]
  const [counted] = await ctx.db
    .update(companies)
    .set({ [column]: sql`${companies[column]} + 1` })
    .where(eq(companies.id, companyId))
    .returning({ id: companies[column] })
  if (!counted) throw new Problem('not_found')
  if (counted.id > last)
    throw new Problem('invalid', { errors: { standing: [{ code: 'too_many', values: { maximum: 999 } }] } })
  return counted.id
}

type Changes = { name?: string | undefined; rules?: RoleRule[] | undefined }

/** Changes a role, at once for everyone who has it. Throws 409 with the role as it is now for a stale revision. */
export async function updateRole(ctx: Context, role: RoleRow, changes: Changes, expected: number | undefined) {
  const members = await membersWith(ctx, role)
  if (expected !== undefined && expected !== role.revision)
    throw new Problem('stale_revision', { data: presentRole({ role, members: members.length }) })
  if (changes.rules) requireFitting(changes.rules)
  const [changed] = await ctx.db
    .update(ownRoles)
    .set({ ...changes, revision: role.revision + 1, updatedAt: ctx.now })
    .where(ofCompany(role.companyId, role.id))
    .returning()
  if (!changed) throw new Problem('not_found')
  await audit(ctx, 'role.updated', { type: 'Role', id: role.id, companyId: role.companyId })
  const payload = { company_id: role.companyId }
  if (changes.rules) broadcast(ctx, companyEvents, 'abilities.changed', payload, members.map(userChannel))
  return presentRole({ role: changed, members: members.length })
}

/** Archives a role without members and open invitations; expired invitations are revoked. Throws `in_use`. */
export async function archiveRole(ctx: Context, role: RoleRow): Promise<void> {
  // A repeated call changes nothing: its days in the trash are counted from the first.
  if (role.archivedAt) return
  const unanswered = and(
    eq(invites.companyId, role.companyId),
    eq(invites.ownRoleId, role.id),
    isNull(invites.acceptedAt),
  )
  await ctx.db
    .update(invites)
    .set({ revokedAt: ctx.now })
    .where(and(unanswered, lte(invites.expiresAt, ctx.now)))
  const [open] = await ctx.db
    .select({ found: count() })
    .from(invites)
    .where(and(unanswered, isNull(invites.revokedAt)))
  if ((open?.found ?? 0) > 0 || (await membersWith(ctx, role)).length > 0) throw new Problem('in_use')
  await moveRole(ctx, role, ctx.now)
  await audit(ctx, 'role.archived', { type: 'Role', id: role.id, companyId: role.companyId })
}

/** Restores an archived role. Throws 422 where another role has its name. */
export async function restoreRole(ctx: Context, role: RoleRow): Promise<Role> {
  const members = (await membersWith(ctx, role)).length
  if (!role.archivedAt) return presentRole({ role, members })
  const restored = await moveRole(ctx, role, null)
  await audit(ctx, 'role.restored', { type: 'Role', id: role.id, companyId: role.companyId })
  return presentRole({ role: restored, members })
}

async function moveRole(ctx: Context, role: RoleRow, archivedAt: Date | null): Promise<RoleRow> {
  const [moved = role] = await ctx.db
    .update(ownRoles)
    .set({ archivedAt, revision: role.revision + 1, updatedAt: ctx.now })
    .where(ofCompany(role.companyId, role.id))
    .returning()
  return moved
}

async function membersWith(ctx: Context, role: RoleRow): Promise<number[]> {
  const found = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, role.companyId), eq(memberships.ownRoleId, role.id)))
  return found.map(({ id }) => id)
}
