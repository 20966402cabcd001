/** People as identity providers keep them by SCIM. */
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { ScimUserInput, type scim, scimBounds } from '#shared/provisioning/scim.ts'
import { audit } from '../audit/commands.ts'
import { countInvitations } from '../companies/inviteCommands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Handler } from '../lib/http/routes.ts'
import { keepOut, letIn, needsInvitation, remove, takeBack } from './membership.ts'
import { changesOf, patched } from './patch.ts'
import {
  columnsOf,
  documentOf,
  listOf,
  numberOf,
  pageOf,
  presentUser,
  shownOf,
  type UserRow,
  userFilter,
  wants,
} from './resources.ts'
import { provisionedGroupMembers, provisionedGroups, provisionedUsers } from './table.ts'

const ofCompany = (companyId: number) => eq(provisionedUsers.companyId, companyId)

async function accessUser(ctx: Context, id: string): Promise<UserRow> {
  const found = and(ofCompany(companyOf(ctx)), eq(provisionedUsers.id, numberOf(id)))
  const query = ctx.db.select().from(provisionedUsers).where(found)
  const [row] = await (ctx.writes ? query.for('update') : query)
  if (!row) throw new Problem('not_found')
  return row
}

async function groupsOf(db: Database, companyId: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, { id: number; name: string }[]>()
  const rows = await db
    .select({
      user: provisionedGroupMembers.provisionedUserId,
      id: provisionedGroups.id,
      name: provisionedGroups.displayName,
    })
    .from(provisionedGroupMembers)
    .innerJoin(
      provisionedGroups,
      and(eq(provisionedGroups.companyId, companyId), eq(provisionedGroups.id, provisionedGroupMembers.groupId)),
    )
    .where(
      and(eq(provisionedGroupMembers.companyId, companyId), inArray(provisionedGroupMembers.provisionedUserId, ids)),
    )
    .orderBy(asc(provisionedGroups.id))
  return Map.groupBy(rows, ({ user }) => user)
}

async function show(ctx: Context, id: number) {
  const companyId = companyOf(ctx)
  const row = await accessUser(ctx, String(id))
  return presentUser(ctx.services, row, (await groupsOf(ctx.db, companyId, [id])).get(id) ?? [])
}

/** Lists the people that the provider keeps here. */
export const getUsers: Handler<typeof scim.users> = async (query, ctx) => {
  const companyId = companyOf(ctx)
  const where = and(ofCompany(companyId), userFilter(query.filter))
  const { offset, limit } = pageOf(query)
  const rows = await ctx.db
    .select()
    .from(provisionedUsers)
    .where(where)
    .orderBy(asc(provisionedUsers.id))
    .limit(limit)
    .offset(offset)
  const ids = wants(query, 'groups') ? rows.map(({ id }) => id) : []
  const groups = await groupsOf(ctx.db, companyId, ids)
  const resources = rows.map(row => shownOf(query, presentUser(ctx.services, row, groups.get(row.id) ?? [])))
  return listOf(query, await ctx.db.$count(provisionedUsers, where), resources)
}

/** Returns a person. */
export const getUser: Handler<typeof scim.user> = async ({ id, ...query }, ctx) =>
  shownOf(query, await show(ctx, numberOf(id)))

/** Counts the invitation that a new person needs. Throws 429 after 500 of a company in a day. */
export async function prepareUser(input: HandlerInput<typeof scim.createUser>, ctx: Context): Promise<void> {
  if (columnsOf(input).isActive !== false) await countInvitations(ctx, companyOf(ctx), 1, { isAll: true })
}

/**
 * Takes a person in and invites them, or links the member who has the address. Throws `already_provisioned` for a name
 * that is taken, 422 beyond the bound.
 */
export const createUser: Handler<typeof scim.createUser, unknown> = async (input, ctx) => {
  const companyId = companyOf(ctx)
  const [found] = await ctx.db.select({ total: count() }).from(provisionedUsers).where(ofCompany(companyId))
  if ((found?.total ?? 0) >= scimBounds.users) throw invalidField('userName', 'too_many', { maximum: scimBounds.users })
  const [row] = await ctx.db
    .insert(provisionedUsers)
    .values({ companyId, isActive: true, ...columnsOf(input), createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Problem('already_provisioned')
  if (row.isActive) await letIn(ctx, row)
  await audit(ctx, 'provisioning.person_added', { type: 'Company', id: companyId, companyId })
  return show(ctx, row.id)
}

/** Counts the invitation that a change would send, whose row is read before it is locked. */
export async function prepareChange({ id }: { id: string }, ctx: Context): Promise<void> {
  const row = await accessUser(ctx, id)
  const companyId = companyOf(ctx)
  if (!row.isActive && (await needsInvitation(ctx, companyId, row)))
    await countInvitations(ctx, companyId, 1, { isAll: true })
}

/** Replaces a person; groups stay. */
export const replaceUser: Handler<typeof scim.replaceUser, unknown> = async ({ id, ...input }, ctx) =>
  change(ctx, await accessUser(ctx, id), input)

/** Changes a person. */
export const patchUser: Handler<typeof scim.patchUser, unknown> = async ({ id, Operations }, ctx) => {
  const row = await accessUser(ctx, id)
  const parsed = ScimUserInput.safeParse(patched(documentOf(row), changesOf(Operations)))
  if (!parsed.success) throw invalidField(parsed.error.issues[0]?.path.join('.') || 'value', 'wrong_format')
  return change(ctx, row, parsed.data)
}

async function change(ctx: Context, row: UserRow, input: Omit<ScimUserInput, 'id'>) {
  const companyId = companyOf(ctx)
  const columns = columnsOf(input)
  await requireFreeName(ctx, row, columns.userName)
  const [changed] = await ctx.db
    .update(provisionedUsers)
    .set({ ...columns, updatedAt: ctx.now })
    .where(and(ofCompany(companyId), eq(provisionedUsers.id, row.id)))
    .returning()
  if (!changed) throw new Problem('not_found')
  const isMoved = changed.email !== row.email && changed.userId === null
  // An invitation is for an address: another one gets its own.
  if (isMoved) await takeBack(ctx, companyId, row.email)
  if (!changed.isActive) await keepOut(ctx, changed, row.isActive)
  else if (!row.isActive || isMoved) await letIn(ctx, changed)
  return show(ctx, row.id)
}

async function requireFreeName(ctx: Context, { id, companyId }: UserRow, userName: string): Promise<void> {
  const [taken] = await ctx.db
    .select({ id: provisionedUsers.id })
    .from(provisionedUsers)
    .where(and(ofCompany(companyId), eq(sql`lower(${provisionedUsers.userName})`, userName.toLowerCase())))
  if (taken && taken.id !== id) throw new Problem('already_provisioned')
}

/** Removes a person, and ends their membership. */
export const deleteUser: Handler<typeof scim.removeUser> = async ({ id }, ctx) => {
  const row = await accessUser(ctx, id)
  const companyId = companyOf(ctx)
  await remove(ctx, row)
  await ctx.db.delete(provisionedUsers).where(and(ofCompany(companyId), eq(provisionedUsers.id, row.id)))
  await audit(ctx, 'provisioning.person_removed', { type: 'Company', id: companyId, companyId })
  return null
}
