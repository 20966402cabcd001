/**
 * What a provider's word means for memberships: an active person is invited or thawed, an inactive one frozen, and the
 * groups decide roles and places. Accounts are never touched: they belong to their people.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ReachInput } from '#shared/companies/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { endSessionsIn } from '../accounts/commands.ts'
import { findLogin, hasMail } from '../accounts/queries.ts'
import { apiKeys } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { endMembership, freeze, setReach, setRole, thaw } from '../companies/commands.ts'
import { insertInvite, requireSeat } from '../companies/inviteCommands.ts'
import { findCompany } from '../companies/queries.ts'
import { presentReach, reachColumnsOf } from '../companies/reachQueries.ts'
import { invites, memberships, ownRoles } from '../companies/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { UserRow } from './resources.ts'
import { provisionedGroupMembers, provisionedGroups, provisionedUsers } from './table.ts'

/** Days for which an invitation by a provider is good: it provisions long before people begin. */
const invitationDays = 30

/** What somebody gets: a role, in the whole company or a part. */
export type Given = { roleId: number; reach: ReachInput | null }

const membershipOf = (companyId: number, userId: number) =>
  and(eq(memberships.companyId, companyId), eq(memberships.userId, userId), isNull(memberships.endedAt))

async function findMembership(db: Database, companyId: number, userId: number | null) {
  if (userId === null) return undefined
  const [found] = await db.select().from(memberships).where(membershipOf(companyId, userId))
  return found
}

/** Whether making this person active would send an invitation. */
export async function needsInvitation({ db }: Context, companyId: number, row: UserRow): Promise<boolean> {
  return !(await findMembership(db, companyId, row.userId))
}

/**
 * Lets an active person in: thaws them, links a member of the same confirmed address, or invites the address. Throws
 * `plan_limit_reached`, and `already_provisioned` where somebody unconfirmed has the address here.
 */
export async function letIn(ctx: Context, row: UserRow): Promise<void> {
  const companyId = companyOf(ctx)
  const own = await findMembership(ctx.db, companyId, row.userId)
  if (own) return own.frozenAt ? thaw(ctx, companyId, own.userId) : undefined
  const colleague = await findColleague(ctx, companyId, row)
  if (colleague) {
    await ctx.db.update(provisionedUsers).set({ userId: colleague.id }).where(eq(provisionedUsers.id, row.id))
    if (colleague.frozenAt) await thaw(ctx, companyId, colleague.id)
    return applyTo(ctx, companyId, (await givenTo(ctx.db, companyId, [row.id])).get(row.id), colleague.id)
  }
  const company = await findCompany(ctx.db, companyId)
  if (!company) throw new Problem('not_found')
  const given = (await givenTo(ctx.db, companyId, [row.id])).get(row.id) ?? (await givenWithoutGroup(ctx.db, companyId))
  await requireSeat(ctx, companyId, given.roleId)
  const account = await findLogin(ctx.db, row.email)
  const made = await insertInvite(
    ctx,
    company,
    { ...given, email: row.email, forms: [], ...(account && { userId: account.id }) },
    invitationDays,
  )
  if (made === 'already_a_member') throw new Problem('already_provisioned')
}

/** Links the row of an invited address with who joined, unless another row names them. Their groups decide then. */
export async function linkNewcomer(ctx: Context, companyId: number, userId: number, email: string): Promise<void> {
  const ofCompany = eq(provisionedUsers.companyId, companyId)
  const [known] = await ctx.db
    .select({ id: provisionedUsers.id })
    .from(provisionedUsers)
    .where(and(ofCompany, eq(provisionedUsers.userId, userId)))
  const [row] = await ctx.db
    .select()
    .from(provisionedUsers)
    .where(and(ofCompany, eq(sql`lower(${provisionedUsers.email})`, email), isNull(provisionedUsers.userId)))
    .orderBy(provisionedUsers.id)
    .limit(1)
  if (known || !row) return
  await ctx.db.update(provisionedUsers).set({ userId }).where(eq(provisionedUsers.id, row.id))
  await applyTo(ctx, companyId, (await givenTo(ctx.db, companyId, [row.id])).get(row.id), userId)
}

/** A member with this address, confirmed where mails leave, whom no other row names. */
async function findColleague(ctx: Context, companyId: number, { email, id }: UserRow) {
  const [found] = await ctx.db
    .select({ id: users.id, frozenAt: memberships.frozenAt, confirmedAt: users.emailConfirmedAt })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
    .where(
      and(
        eq(memberships.companyId, companyId),
        isNull(memberships.endedAt),
        eq(memberships.isKey, false),
        eq(sql`lower(${users.email})`, email),
      ),
    )
  if (!found) return undefined
  const [other] = await ctx.db
    .select({ id: provisionedUsers.id })
    .from(provisionedUsers)
    .where(and(eq(provisionedUsers.companyId, companyId), eq(provisionedUsers.userId, found.id)))
  const isOther = other !== undefined && other.id !== id
  if (isOther || (!found.confirmedAt && hasMail(ctx.services))) throw new Problem('already_provisioned')
  return found
}

/**
 * Keeps an inactive person out: freezes them and ends their sessions here. The invitation of who was active until now
 * is taken back; later one to this address may be somebody else's.
 */
export async function keepOut(ctx: Context, row: UserRow, wasActive: boolean): Promise<void> {
  const companyId = companyOf(ctx)
  if (await findMembership(ctx.db, companyId, row.userId)) await freeze(ctx, companyId, row.userId ?? 0)
  if (row.userId !== null) await endSessionsIn(ctx, row.userId, companyId)
  if (wasActive) await takeBack(ctx, companyId, row.email)
}

/** Ends the membership of somebody whom the provider removed. */
export async function remove(ctx: Context, row: UserRow): Promise<void> {
  const companyId = companyOf(ctx)
  if (await findMembership(ctx.db, companyId, row.userId))
    await endMembership(ctx, companyId, row.userId ?? 0, 'member.removed')
  if (row.userId !== null) await endSessionsIn(ctx, row.userId, companyId)
  await takeBack(ctx, companyId, row.email)
}

const openInvite = (companyId: number, email: string) =>
  and(
    eq(invites.companyId, companyId),
    eq(sql`lower(${invites.email})`, email),
    isNull(invites.acceptedAt),
    isNull(invites.revokedAt),
  )

/** Revokes an open invitation to an address. */
export async function takeBack(ctx: Context, companyId: number, email: string): Promise<void> {
  const revoked = await ctx.db
    .update(invites)
    .set({ revokedAt: ctx.now })
    .where(openInvite(companyId, email))
    .returning({ id: invites.id })
  for (const { id } of revoked) await audit(ctx, 'invite.revoked', { type: 'Invite', id, companyId })
}

/**
 * What their groups give to people: the highest role decides, and groups with the same role add their places. Nobody
 * gets a role in a place that no group gives with it. People of no mapped group are not in the answer.
 */
export async function givenTo(db: Database, companyId: number, ids: number[]): Promise<Map<number, Given>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: provisionedGroupMembers.provisionedUserId, group: provisionedGroups })
    .from(provisionedGroupMembers)
    .innerJoin(
      provisionedGroups,
      and(eq(provisionedGroups.companyId, companyId), eq(provisionedGroups.id, provisionedGroupMembers.groupId)),
    )
    .where(
      and(
        eq(provisionedGroupMembers.companyId, companyId),
        inArray(provisionedGroupMembers.provisionedUserId, ids),
        isLivingRole(companyId),
      ),
    )
    .orderBy(provisionedGroups.id)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, found]) => {
      const roleId = Math.min(...found.map(({ group }) => group.roleId ?? roles.guest))
      const reaches = found.filter(({ group }) => group.roleId === roleId).map(({ group }) => presentReach(group))
      return [id, { roleId, reach: reaches.includes(null) ? null : together(reaches.filter(reach => reach !== null)) }]
    }),
  )
}

/** One that every company has, or an own one that is there. */
const isLivingRole = (companyId: number): SQL | undefined =>
  or(
    inArray(provisionedGroups.roleId, [roles.manager, roles.employee, roles.guest]),
    sql`exists (select from ${ownRoles} where ${ownRoles.companyId} = ${companyId}
      and ${ownRoles.id} = ${provisionedGroups.roleId} and ${ownRoles.archivedAt} is null)`,
  )

const together = (reaches: ReachInput[]): ReachInput => ({
  location_ids: [...new Set(reaches.flatMap(reach => reach.location_ids))],
  animal_group_ids: [...new Set(reaches.flatMap(reach => reach.animal_group_ids))],
  vehicle_ids: [...new Set(reaches.flatMap(reach => reach.vehicle_ids))],
})

/** What people of no mapped group get: the role and the places of the company's latest key that provisions. */
async function givenWithoutGroup(db: Database, companyId: number): Promise<Given> {
  const [key] = await db
    .select({ membership: memberships })
    .from(apiKeys)
    .innerJoin(memberships, and(eq(memberships.companyId, companyId), eq(memberships.userId, apiKeys.userId)))
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.access, 'scim'), isNull(apiKeys.revokedAt)))
    .orderBy(sql`${apiKeys.createdAt} desc`)
    .limit(1)
  if (!key) return { roleId: roles.guest, reach: null }
  return { roleId: key.membership.roleId, reach: presentReach(key.membership) }
}

/**
 * Gives people what their groups say now, where that is something else than before: members at once, invited people
 * with their invitation. Who is in no mapped group any more gets what people without one get.
 */
export async function giveAgain(
  ctx: Context,
  companyId: number,
  ids: number[],
  before: Map<number, Given>,
): Promise<void> {
  const after = await givenTo(ctx.db, companyId, ids)
  const changed = ids.filter(id => JSON.stringify(after.get(id)) !== JSON.stringify(before.get(id)))
  if (changed.length === 0) return
  const others = await givenWithoutGroup(ctx.db, companyId)
  const rows = await ctx.db
    .select()
    .from(provisionedUsers)
    .where(and(eq(provisionedUsers.companyId, companyId), inArray(provisionedUsers.id, changed)))
  for (const row of rows) {
    const given = after.get(row.id) ?? others
    if (row.userId === null)
      await ctx.db
        .update(invites)
        .set({ roleId: given.roleId, ...reachColumnsOf(given.reach) })
        .where(openInvite(companyId, row.email))
    else await applyTo(ctx, companyId, given, row.userId)
  }
}

async function applyTo(ctx: Context, companyId: number, given: Given | undefined, userId: number): Promise<void> {
  if (!given || !(await findMembership(ctx.db, companyId, userId))) return
  await setRole(ctx, companyId, userId, given.roleId)
  await setReach(ctx, companyId, userId, given.reach)
}
