/** Groups as identity providers keep them by SCIM, and what managers have them give. */
import { and, asc, count, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { provisioning } from '#shared/provisioning/contract.ts'
import { ScimGroupInput, type scim, scimBounds } from '#shared/provisioning/scim.ts'
import { audit } from '../audit/commands.ts'
import { presentReach, reachColumnsOf, requireMayReach } from '../companies/reachQueries.ts'
import { requireMayGrant } from '../companies/roleQueries.ts'
import { ownRoles } from '../companies/table.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Handler } from '../lib/http/routes.ts'
import { giveAgain, givenTo } from './membership.ts'
import { changesOf, type MemberChange, memberChangesOf, patched } from './patch.ts'
import {
  type GroupRow,
  groupFilter,
  listOf,
  numberOf,
  pageOf,
  presentGroup,
  scimAddress,
  shownOf,
  wants,
} from './resources.ts'
import { provisionedGroupMembers, provisionedGroups, provisionedUsers } from './table.ts'

const ofCompany = (companyId: number) => eq(provisionedGroups.companyId, companyId)
const membersIn = (companyId: number, groupId: number) =>
  and(eq(provisionedGroupMembers.companyId, companyId), eq(provisionedGroupMembers.groupId, groupId))

async function accessGroup(ctx: Context, companyId: number, id: number): Promise<GroupRow> {
  const query = ctx.db
    .select()
    .from(provisionedGroups)
    .where(and(ofCompany(companyId), eq(provisionedGroups.id, id)))
  const [row] = await (ctx.writes ? query.for('update') : query)
  if (!row) throw new Problem('not_found')
  return row
}

async function membersOf(db: Database, companyId: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, { id: number; name: string }[]>()
  const rows = await db
    .select({ group: provisionedGroupMembers.groupId, id: provisionedUsers.id, name: provisionedUsers.userName })
    .from(provisionedGroupMembers)
    .innerJoin(
      provisionedUsers,
      and(
        eq(provisionedUsers.companyId, companyId),
        eq(provisionedUsers.id, provisionedGroupMembers.provisionedUserId),
      ),
    )
    .where(and(eq(provisionedGroupMembers.companyId, companyId), inArray(provisionedGroupMembers.groupId, ids)))
    .orderBy(asc(provisionedUsers.id))
  return Map.groupBy(rows, ({ group }) => group)
}

async function show(ctx: Context, row: GroupRow) {
  const members = await membersOf(ctx.db, row.companyId, [row.id])
  return presentGroup(ctx.services, row, members.get(row.id) ?? [])
}

/** Lists the groups that the provider keeps here. */
export const getGroups: Handler<typeof scim.groups> = async (query, ctx) => {
  const companyId = companyOf(ctx)
  const where = and(ofCompany(companyId), groupFilter(ctx.db, query.filter))
  const { offset, limit } = pageOf(query)
  const rows = await ctx.db
    .select()
    .from(provisionedGroups)
    .where(where)
    .orderBy(asc(provisionedGroups.id))
    .limit(limit)
    .offset(offset)
  const ids = wants(query, 'members') ? rows.map(({ id }) => id) : []
  const members = await membersOf(ctx.db, companyId, ids)
  const resources = rows.map(row => shownOf(query, presentGroup(ctx.services, row, members.get(row.id) ?? [])))
  return listOf(query, await ctx.db.$count(provisionedGroups, where), resources)
}

/** Returns a group; without its members where the query does not want them. */
export const getGroup: Handler<typeof scim.group> = async ({ id, ...query }, ctx) => {
  const row = await accessGroup(ctx, companyOf(ctx), numberOf(id))
  return shownOf(query, wants(query, 'members') ? await show(ctx, row) : presentGroup(ctx.services, row, []))
}

/** Takes a group in. It gives nothing until a manager says so. Throws `already_provisioned`, 422 beyond the bound. */
export const createGroup: Handler<typeof scim.createGroup> = async ({ displayName, externalId, members }, ctx) => {
  const companyId = companyOf(ctx)
  const [found] = await ctx.db.select({ total: count() }).from(provisionedGroups).where(ofCompany(companyId))
  if ((found?.total ?? 0) >= scimBounds.groups)
    throw invalidField('displayName', 'too_many', { maximum: scimBounds.groups })
  const [row] = await ctx.db
    .insert(provisionedGroups)
    .values({ companyId, displayName, externalId: externalId || null, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Problem('already_provisioned')
  await changeMembers(ctx, row, [{ add: (members ?? []).map(({ value }) => value) }])
  return show(ctx, row)
}

/** Replaces a group with its members. */
export const replaceGroup: Handler<typeof scim.replaceGroup> = async ({ id, members, ...input }, ctx) => {
  const row = await accessGroup(ctx, companyOf(ctx), numberOf(id))
  const changed = await rename(ctx, row, input)
  await changeMembers(ctx, changed, [{ all: (members ?? []).map(({ value }) => value) }])
  return show(ctx, changed)
}

/** Changes a group: its name, and who is in it. */
export const patchGroup: Handler<typeof scim.patchGroup> = async ({ id, Operations }, ctx) => {
  const row = await accessGroup(ctx, companyOf(ctx), numberOf(id))
  const changes = changesOf(Operations)
  const others = changes.filter(({ target }) => target.attribute !== 'members')
  const parsed = ScimGroupInput.safeParse(patched({ displayName: row.displayName, externalId: row.externalId }, others))
  if (!parsed.success) throw invalidField(parsed.error.issues[0]?.path.join('.') || 'value', 'wrong_format')
  const changed = await rename(ctx, row, parsed.data)
  await changeMembers(ctx, changed, memberChangesOf(changes))
  return show(ctx, changed)
}

async function rename(ctx: Context, row: GroupRow, input: Pick<ScimGroupInput, 'displayName' | 'externalId'>) {
  const [taken] = await ctx.db
    .select({ id: provisionedGroups.id })
    .from(provisionedGroups)
    .where(
      and(ofCompany(row.companyId), eq(sql`lower(${provisionedGroups.displayName})`, input.displayName.toLowerCase())),
    )
  if (taken && taken.id !== row.id) throw new Problem('already_provisioned')
  const [changed] = await ctx.db
    .update(provisionedGroups)
    .set({ displayName: input.displayName, externalId: input.externalId || null, updatedAt: ctx.now })
    .where(and(ofCompany(row.companyId), eq(provisionedGroups.id, row.id)))
    .returning()
  if (!changed) throw new Problem('not_found')
  return changed
}

/** Puts people into a group and takes them out, and gives them what their groups say then. */
async function changeMembers(ctx: Context, { companyId, id }: GroupRow, changes: MemberChange[]): Promise<void> {
  const numbers = (ids: string[] | undefined) => (ids ?? []).map(numberOf)
  const named = new Set(changes.flatMap(({ all, add, remove }) => [all, add, remove].flatMap(numbers)))
  if (named.size > scimBounds.membersAtOnce)
    throw invalidField('members', 'too_many', { maximum: scimBounds.membersAtOnce })
  const present = (await membersOf(ctx.db, companyId, [id])).get(id) ?? []
  const isReplaced = changes.some(({ all }) => all)
  const touched = [...new Set([...named, ...(isReplaced ? present.map(one => one.id) : [])])]
  if (touched.length === 0) return
  const before = await givenTo(ctx.db, companyId, touched)
  for (const { all, add, remove } of changes) {
    if (all) await takeOut(ctx.db, companyId, id, numbers(all), true)
    if (remove) await takeOut(ctx.db, companyId, id, numbers(remove), false)
    await putIn(ctx.db, companyId, id, [...numbers(all), ...numbers(add)])
  }
  await giveAgain(ctx, companyId, touched, before)
}

async function takeOut(db: Database, companyId: number, groupId: number, ids: number[], areKept: boolean) {
  const column = provisionedGroupMembers.provisionedUserId
  if (ids.length === 0 && !areKept) return
  const those = ids.length === 0 ? undefined : areKept ? notInArray(column, ids) : inArray(column, ids)
  await db.delete(provisionedGroupMembers).where(and(membersIn(companyId, groupId), those))
}

/** Throws 422 at `members` for somebody whom the company has not. */
async function putIn(db: Database, companyId: number, groupId: number, ids: number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await db.$count(
    provisionedUsers,
    and(eq(provisionedUsers.companyId, companyId), inArray(provisionedUsers.id, wanted)),
  )
  if (found < wanted.length) throw invalidField('members', 'not_an_option')
  await db
    .insert(provisionedGroupMembers)
    .values(wanted.map(provisionedUserId => ({ companyId, groupId, provisionedUserId })))
    .onConflictDoNothing()
}

/** Removes a group; its people get what their other groups give. */
export const deleteGroup: Handler<typeof scim.removeGroup> = async ({ id }, ctx) => {
  const companyId = companyOf(ctx)
  const row = await accessGroup(ctx, companyId, numberOf(id))
  const people = ((await membersOf(ctx.db, companyId, [row.id])).get(row.id) ?? []).map(one => one.id)
  const before = await givenTo(ctx.db, companyId, people)
  await ctx.db.delete(provisionedGroups).where(and(ofCompany(companyId), eq(provisionedGroups.id, row.id)))
  await giveAgain(ctx, companyId, people, before)
  return null
}

// What managers see and decide.

async function presentMapped({ db }: Context, companyId: number) {
  const rows = await db
    .select({
      group: provisionedGroups,
      roleName: ownRoles.name,
      memberCount: sql<number>`(select count(*)::int from ${provisionedGroupMembers}
        where ${provisionedGroupMembers.companyId} = ${provisionedGroups.companyId}
        and ${provisionedGroupMembers.groupId} = ${provisionedGroups.id})`,
    })
    .from(provisionedGroups)
    .leftJoin(ownRoles, and(eq(ownRoles.companyId, companyId), eq(ownRoles.id, provisionedGroups.roleId)))
    .where(ofCompany(companyId))
    .orderBy(sql`lower(${provisionedGroups.displayName})`)
  return rows.map(({ group, roleName, memberCount }) => ({
    id: group.id,
    name: group.displayName,
    member_count: memberCount,
    role_id: group.roleId,
    role_name: roleName,
    reach: presentReach(group),
    updated_at: group.updatedAt.toISOString(),
  }))
}

/** Returns what the provider keeps here. */
export const getProvisioning: Handler<typeof provisioning.get> = async ({ id }, ctx) => {
  permitted(ctx, 'manage', 'ProvisionedGroup', { companyId: id })
  return {
    address: scimAddress(ctx.services),
    people: await ctx.db.$count(provisionedUsers, eq(provisionedUsers.companyId, id)),
    groups: await presentMapped(ctx, id),
  }
}

/** Says what a group gives, at once to all who are in it. */
export const mapGroup: Handler<typeof provisioning.mapGroup> = async (
  { id, provisionedGroupId, roleId, reach },
  ctx,
) => {
  permitted(ctx, 'manage', 'ProvisionedGroup', { companyId: id })
  const row = await accessGroup(ctx, id, provisionedGroupId)
  if (roleId !== null) await requireMayGrant(ctx, id, roleId)
  await requireMayReach(ctx, id, reach)
  const people = ((await membersOf(ctx.db, id, [row.id])).get(row.id) ?? []).map(one => one.id)
  const before = await givenTo(ctx.db, id, people)
  await ctx.db
    .update(provisionedGroups)
    .set({ roleId, ...reachColumnsOf(roleId === null ? null : reach), updatedAt: ctx.now })
    .where(and(ofCompany(id), eq(provisionedGroups.id, row.id)))
  await giveAgain(ctx, id, people, before)
  const given = { ...(roleId !== null && { role_id: roleId }), whole: reach === null }
  await audit(ctx, 'provisioning.group_mapped', { type: 'Company', id, companyId: id }, given)
  const mapped = (await presentMapped(ctx, id)).find(group => group.id === row.id)
  if (!mapped) throw new Problem('not_found')
  return mapped
}
