/** Commands that begin, change and end memberships. Those of one company run one after another, under its lock. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { companyEvents, companyNews, type ReachInput } from '#shared/companies/contract.ts'
import { presenceChannel, userChannel } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { isGuest, isManager, roles } from '#shared/lib/roles.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { broadcast } from '../lib/ports.ts'
import { mailAboutRemoval } from './mails.ts'
import { accessMember, presentMember } from './members.ts'
import { requireRoom } from './planQueries.ts'
import { isAtWork } from './queries.ts'
import { presentReach, reachColumnsOf, requireMayReach } from './reachQueries.ts'
import { requireMayGrant } from './roleQueries.ts'
import { companies, isManagerIn, memberships } from './table.ts'

type MembershipRow = typeof memberships.$inferSelect

/** Locks the memberships of a company against concurrent changes. */
export async function lockCompany(db: Database, companyId: number): Promise<void> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
}

const membershipOf = (companyId: number, userId: number) =>
  and(eq(memberships.companyId, companyId), eq(memberships.userId, userId))

/** The membership that has not ended, frozen or not, under the company's lock. */
async function lockMembership(db: Database, companyId: number, userId: number): Promise<MembershipRow | undefined> {
  await lockCompany(db, companyId)
  const [found] = await db
    .select()
    .from(memberships)
    .where(and(membershipOf(companyId, userId), isNull(memberships.endedAt)))
  return found
}

/**
 * Makes a user a member with a reach, again after they left, or active again after they were frozen. An active member
 * keeps their role. Throws `plan_limit_reached`. Returns whether anything changed.
 */
export async function join(
  ctx: Context,
  companyId: number,
  userId: number,
  roleId: number,
  reach: ReachInput | null,
): Promise<boolean> {
  const before = await lockMembership(ctx.db, companyId, userId)
  if (before && !before.frozenAt) return false
  if (!isGuest(roleId)) await requireRoom(ctx, companyId, 'users')
  const columns = reachColumnsOf(reach)
  const begun = { roleId, joinedAt: before?.joinedAt ?? ctx.now, frozenAt: null, endedAt: null, ...columns }
  await ctx.db
    .insert(memberships)
    .values({ companyId, userId, ...begun })
    .onConflictDoUpdate({ target: [memberships.companyId, memberships.userId], set: begun })
  await audit(ctx, 'member.joined', { type: 'User', id: userId, companyId }, { role_id: roleId })
  await broadcastRightsChanged(ctx, companyId, [userId])
  return true
}

/** Gives a member another role. Throws `last_manager` where nobody would be left to manage the company. */
export async function setRole(ctx: Context, companyId: number, userId: number, roleId: number): Promise<void> {
  const before = await requireMembership(ctx, companyId, userId)
  if (before.roleId === roleId) return
  if (managesAll(before) && !isManager(roleId)) await requireOtherManager(ctx.db, companyId, userId)
  if (isGuest(before.roleId) && !isGuest(roleId) && !before.frozenAt) await requireRoom(ctx, companyId, 'users')
  await ctx.db.update(memberships).set({ roleId }).where(membershipOf(companyId, userId))
  await audit(
    ctx,
    'member.role_changed',
    { type: 'User', id: userId, companyId },
    { role_id: roleId, before: before.roleId },
  )
  await broadcastRightsChanged(ctx, companyId, [userId])
  if (isGuest(roleId)) await revokeChannels(ctx, companyId, userId)
}

/** Ends a membership, and with it all access within a second. Throws `last_manager`. */
export async function endMembership(
  ctx: Context,
  companyId: number,
  userId: number,
  action: 'member.removed' | 'member.left',
): Promise<void> {
  const before = await requireMembership(ctx, companyId, userId)
  if (managesAll(before)) await requireOtherManager(ctx.db, companyId, userId)
  await ctx.db.update(memberships).set({ endedAt: ctx.now, frozenAt: null }).where(membershipOf(companyId, userId))
  await audit(ctx, action, { type: 'User', id: userId, companyId }, { role_id: before.roleId })
  await broadcastRightsChanged(ctx, companyId, [userId])
  await revokeChannels(ctx, companyId, userId)
}

/** Freezes a member: no access until they are thawed. Throws `last_manager`. Freezing twice is harmless. */
export async function freeze(ctx: Context, companyId: number, userId: number): Promise<void> {
  const before = await requireMembership(ctx, companyId, userId)
  if (before.frozenAt) return
  if (managesAll(before)) await requireOtherManager(ctx.db, companyId, userId)
  await ctx.db.update(memberships).set({ frozenAt: ctx.now }).where(membershipOf(companyId, userId))
  await audit(ctx, 'member.frozen', { type: 'User', id: userId, companyId })
  await broadcastRightsChanged(ctx, companyId, [userId])
  await revokeChannels(ctx, companyId, userId)
}

/** Gives a frozen member access again, as what they were. */
export async function thaw(ctx: Context, companyId: number, userId: number): Promise<void> {
  const before = await requireMembership(ctx, companyId, userId)
  if (!before.frozenAt) return
  if (!isGuest(before.roleId)) await requireRoom(ctx, companyId, 'users')
  await ctx.db.update(memberships).set({ frozenAt: null }).where(membershipOf(companyId, userId))
  await audit(ctx, 'member.thawed', { type: 'User', id: userId, companyId })
  await broadcastRightsChanged(ctx, companyId, [userId])
}

async function requireMembership(ctx: Context, companyId: number, userId: number): Promise<MembershipRow> {
  const found = await lockMembership(ctx.db, companyId, userId)
  if (!found) throw new Problem('not_found')
  return found
}

/** Whether somebody manages all of the company, of which one person at least does. */
const managesAll = ({ roleId, reachLocations }: MembershipRow) => isManager(roleId) && reachLocations === null

/** Throws `last_manager` where nobody but this person manages the whole company, which must be locked. */
async function requireOtherManager(db: Database, companyId: number, userId: number): Promise<void> {
  const [other] = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
    .where(
      and(
        eq(memberships.companyId, companyId),
        ne(memberships.userId, userId),
        isManagerIn(memberships.roleId),
        isNull(memberships.reachLocations),
        isAtWork,
      ),
    )
    .limit(1)
  if (!other) throw new Problem('last_manager')
}

/** Says to people that what they may do is another from now on. */
export async function broadcastRightsChanged(ctx: Context, companyId: number, userIds: number[]): Promise<void> {
  if (userIds.length > 0)
    broadcast(ctx, companyEvents, 'abilities.changed', { company_id: companyId }, userIds.map(userChannel))
}

/** Revokes a person's channels of a company, on all sockets and nodes. */
export const revokeChannels = (ctx: Context, companyId: number, userId: number): Promise<void> =>
  ctx.services.realtime.revoke({ userId, channel: companyChannelsOf(companyId) }, ctx.db)

/** Every channel of a company, as revocations name them. */
export const companyChannelsOf = (companyId: number) => [
  presenceChannel(companyId),
  `${presenceChannel(companyId)}.*`,
  `private-company.${companyId}.*`,
]

/** A member as they are now, in wire form. Throws as `accessMember`. */
export const showMember = async (ctx: Context, { companyId, userId }: { companyId: number; userId: number }) =>
  presentMember(ctx, await accessMember(ctx, companyId, userId, 'read'))

// Changes of members by managers and admins.

type Ref = { companyId: number; userId: number }

/** Gives a member another role, at once in all their living sessions. */
export async function changeRole(ctx: Context, ref: Ref, roleId: number) {
  await accessMember(ctx, ref.companyId, ref.userId, 'update')
  await requireMayGrant(ctx, ref.companyId, roleId)
  await setRole(ctx, ref.companyId, ref.userId, roleId)
  return showMember(ctx, ref)
}

/** Says where a member works, at once in all their living sessions and sockets. Throws `last_manager`. */
export async function changeReach(ctx: Context, ref: Ref, reach: ReachInput | null) {
  const { companyId, userId } = ref
  await accessMember(ctx, companyId, userId, 'update')
  await requireMayReach(ctx, companyId, reach)
  await setReach(ctx, companyId, userId, reach)
  return showMember(ctx, ref)
}

/** Gives a member another reach. Throws `last_manager` where nobody would be left to manage the whole company. */
export async function setReach(
  ctx: Context,
  companyId: number,
  userId: number,
  reach: ReachInput | null,
): Promise<void> {
  const before = await requireMembership(ctx, companyId, userId)
  if (isDeepStrictEqual(presentReach(before), reach)) return
  if (reach && managesAll(before)) await requireOtherManager(ctx.db, companyId, userId)
  await ctx.db.update(memberships).set(reachColumnsOf(reach)).where(membershipOf(companyId, userId))
  const places = reach && Object.fromEntries(Object.entries(reach).map(([name, ids]) => [name, ids.join(', ')]))
  await audit(
    ctx,
    'member.reach_changed',
    { type: 'User', id: userId, companyId },
    { ...places, whole: reach === null },
  )
  await broadcastRightsChanged(ctx, companyId, [userId])
  // What they heard so far may be of places that they have left.
  if (before.reachLocations === null || reach !== null) await revokeChannels(ctx, companyId, userId)
}

/** Ends somebody's membership and tells them by mail. */
export async function removeMember(ctx: Context, { companyId, userId }: Ref): Promise<void> {
  await accessMember(ctx, companyId, userId, 'delete')
  await endMembership(ctx, companyId, userId, 'member.removed')
  await mailAboutRemoval(ctx, companyId, userId)
}

export async function freezeMember(ctx: Context, ref: Ref) {
  await accessMember(ctx, ref.companyId, ref.userId, 'update')
  await freeze(ctx, ref.companyId, ref.userId)
  return showMember(ctx, ref)
}

export async function thawMember(ctx: Context, ref: Ref) {
  await accessMember(ctx, ref.companyId, ref.userId, 'update')
  await thaw(ctx, ref.companyId, ref.userId)
  return showMember(ctx, ref)
}

/** Makes another member a manager and the actor, who is one, something else; answers the new manager. */
export async function handOver(ctx: Context, ref: Ref, roleId: number) {
  const { companyId, userId } = ref
  await lockCompany(ctx.db, companyId)
  const member = await accessMember(ctx, companyId, userId, 'update')
  if (userId === ctx.actor.id || member.frozenAt) throw invalidField('user_id', 'not_an_option')
  await accessMember(ctx, companyId, ctx.actor.id, 'update')
  await requireMayGrant(ctx, companyId, roleId)
  await setRole(ctx, companyId, userId, roles.manager)
  // Who takes over the whole company works in all of it.
  if (member.reachLocations && managesAll(await requireMembership(ctx, companyId, ctx.actor.id)))
    await changeReach(ctx, ref, null)
  await setRole(ctx, companyId, ctx.actor.id, roleId)
  return showMember(ctx, ref)
}

/** Broadcasts to all active members that the company has changed. */
export async function broadcastCompanyChanged(ctx: Context, companyId: number): Promise<void> {
  const members = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), isNull(memberships.endedAt), isNull(memberships.frozenAt)))
  const channels = members.map(({ id }) => userChannel(id))
  broadcast(ctx, companyNews, 'company.changed', { company_id: companyId }, channels)
}
