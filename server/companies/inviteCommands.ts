/** Commands that create, resend, revoke, accept and decline invitations. */

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ReachInput } from '#shared/companies/contract.ts'
import { inviteEvents } from '#shared/companies/invites.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { isGuest, roles } from '#shared/lib/roles.ts'
import { hasMail } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { ActionKind, ActionLink, Context } from '../lib/context.ts'
import { broadcast, publish } from '../lib/ports.ts'
import { countTries } from '../lib/security/tries.ts'
import { notify, notifyAddress } from '../notifications/commands.ts'
import { join } from './commands.ts'
import {
  type FoundInvite,
  findGoodInvite,
  findInviteByToken,
  findOwnInvites,
  type InviteRow,
  inviteAction,
  isOpen,
  presentInvite,
} from './inviteQueries.ts'
import { emailInUse, inviteMail } from './mails.ts'
import { limitReached, lockRoom, requireLivingPlan } from './planQueries.ts'
import { inviteAccepted, invited, requireForms, startingForms } from './ports.ts'
import { type CompanyRow, requireFreePerson } from './queries.ts'
import { ownReach, presentReach, reachColumnsOf, requireMayReach } from './reachQueries.ts'
import { requireMayGrant } from './roleQueries.ts'
import { invites, isNoGuestIn, memberships } from './table.ts'

const life = 7 * 24 * 3600_000
/** Against a company that is used to send mails to strangers. */
const perDay = { name: 'invitations', tries: 500, seconds: 24 * 3600 }
const againPerHour = { name: 'invitation-again', tries: 5, seconds: 3600 }

export type Invited = {
  email: string
  /** The account that alone may accept. */
  userId?: number
  roleId: number
  languageId?: number | undefined
  forms: number[]
  /** Where they will work; by default where who invites them does. */
  reach?: ReachInput | null | undefined
}

/** Counts an invitation. Throws what `requireMayInvite` throws, and 429 after 500 of a company in a day. */
export async function prepareInvite(
  ctx: Context,
  company: Pick<CompanyRow, 'id'>,
  invited: Omit<Invited, 'email'>,
): Promise<void> {
  await requireMayInvite(ctx, company.id, invited)
  await countInvitations(ctx, company.id, 1, { isAll: true })
}

/** Invites one person who was counted. Throws 422 for somebody who is invited or a member already. */
export async function invite(ctx: Context, company: CompanyRow, invited: Invited) {
  await requireMayInvite(ctx, company.id, invited)
  await requireSeat(ctx, company.id, invited.roleId)
  const made = await insertInvite(ctx, company, invited)
  if (typeof made === 'string') throw invalidField('email', made)
  return presentInvite(ctx, company.id, made.id)
}

/**
 * Throws where the actor may not invite: without a confirmed address where mails leave, to a role above their own, or
 * with forms that cannot be filled in.
 */
export async function requireMayInvite(
  ctx: Context,
  companyId: number,
  { roleId, forms, reach = ownReach(ctx) }: Omit<Invited, 'email'>,
) {
  const [inviter] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  if (!inviter?.emailConfirmedAt && hasMail(ctx.services)) throw new Problem('email_not_confirmed')
  await requireMayGrant(ctx, companyId, roleId)
  await requireMayReach(ctx, companyId, reach)
  await requireForms.query(ctx.db, { companyId, ids: forms })
}

/** Throws `plan_limit_reached` where the plan has no room for another one with this role. */
export async function requireSeat(ctx: Context, companyId: number, roleId: number): Promise<void> {
  const { room, maximum, used } = await seatsLeft(ctx, companyId)
  if (!isGuest(roleId) && room < 1) throw limitReached('users', maximum ?? 0, used)
}

/** Returns how many people the plan has room for; open invitations count as people. */
export async function seatsLeft(ctx: Context, companyId: number) {
  const left = await lockRoom(ctx, companyId, 'users')
  if (left.maximum === null) return left
  const open = await ctx.db
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.companyId, companyId), isOpen(ctx.now), isNoGuestIn(invites.roleId)))
  return { ...left, room: left.room - open.length }
}

/**
 * Counts invitations of a company's day before the transaction. Returns how many there was room for; they are given
 * back on rollback. Throws `too_many_requests` where `isAll` are wanted and there are fewer.
 */
export async function countInvitations(
  ctx: Context,
  companyId: number,
  wanted: number,
  { isAll = false } = {},
): Promise<number> {
  const { limits } = ctx.services
  let counted = 0
  ctx.afterRollback.push(() => giveBack(ctx, companyId, counted))
  try {
    while (counted < wanted) {
      await limits.spend(perDay, String(companyId))
      counted++
    }
  } catch (error) {
    if (isAll || !(error instanceof Problem) || error.code !== 'too_many_requests') throw error
  }
  return counted
}

/** How many invitations a company's day has left. */
export const invitationsLeft = ({ services: { limits } }: Context, companyId: number): Promise<number> =>
  limits.left(perDay, String(companyId))

/** Takes counted invitations back that were not made. */
export async function giveBack(
  { services: { limits, log } }: Context,
  companyId: number,
  unused: number,
): Promise<void> {
  try {
    for (let back = 0; back < unused; back++) await limits.giveBack(perDay, String(companyId))
  } catch (error) {
    log.warn({ err: error }, 'Unsent invitations still count against the limit')
  }
}

/** Stores and mails an invitation that was counted, good for some days, or says why there is none to make. */
export async function insertInvite(
  ctx: Context,
  company: CompanyRow,
  { email, userId, roleId, languageId, forms, reach = ownReach(ctx) }: Invited,
  days = 7,
): Promise<InviteRow | 'already_a_member' | 'already_invited'> {
  const why = await whyNotInvited(ctx, company.id, email)
  if (why) return why
  await revokeExpired(ctx, company.id, email)
  const [row] = await ctx.db
    .insert(invites)
    .values({
      companyId: company.id,
      email,
      userId,
      roleId,
      ...reachColumnsOf(reach),
      languageId: languageId ?? company.languageId,
      invitedBy: ctx.actor.id,
      expiresAt: new Date(ctx.now.getTime() + days * 24 * 3600_000),
      sentAt: ctx.now,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning()
  // Another call invited them since.
  if (!row) return 'already_invited'
  await publish(ctx, invited, { companyId: company.id, inviteId: row.id, forms })
  await audit(ctx, 'invite.created', { type: 'Invite', id: row.id, companyId: company.id }, { role_id: roleId })
  await mail(ctx, row)
  return row
}

const mail = (ctx: Context, { id, version, companyId }: InviteRow) =>
  notifyAddress({ ...ctx, actor: { companyId } }, inviteMail, { inviteId: id, version })

/** Why there is nobody to invite under an address, if so. */
export async function whyNotInvited(
  ctx: Context,
  companyId: number,
  email: string,
): Promise<'already_a_member' | 'already_invited' | null> {
  if (await isMemberByAddress(ctx, companyId, email)) return 'already_a_member'
  const sameAddress = eq(sql`lower(${invites.email})`, email)
  const open = await ctx.db.$count(invites, and(eq(invites.companyId, companyId), sameAddress, isOpen(ctx.now)))
  return open > 0 ? 'already_invited' : null
}

/** Whether somebody with this address belongs to the company; frozen members may be invited back. */
async function isMemberByAddress(ctx: Context, companyId: number, email: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.companyId, companyId)))
    .where(and(eq(sql`lower(${users.email})`, email), isNull(memberships.endedAt), isNull(memberships.frozenAt)))
  return found.length > 0
}

/** An invitation that expired makes way for a new one to the same address. */
const revokeExpired = (ctx: Context, companyId: number, email: string) =>
  ctx.db
    .update(invites)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        eq(invites.companyId, companyId),
        eq(sql`lower(${invites.email})`, email),
        isNull(invites.acceptedAt),
        isNull(invites.revokedAt),
        sql`${invites.expiresAt} <= ${ctx.now}`,
      ),
    )

/** Counts a mail that goes out again. Throws what `resendInvite` throws, and 429 after five in an hour. */
export async function prepareAgain(ctx: Context, { invite }: FoundInvite): Promise<void> {
  await requireMayResend(ctx, invite)
  await countTries(ctx, [againPerHour, String(invite.id)])
}

async function requireMayResend(ctx: Context, invite: InviteRow): Promise<void> {
  requireUnanswered(invite)
  await requireMayInvite(ctx, invite.companyId, { roleId: invite.roleId, forms: [] })
}

/** Mails a new link for another seven days; the old one is void. Throws 410 for an accepted or revoked invitation. */
export async function resendInvite(ctx: Context, { invite }: FoundInvite) {
  await requireMayResend(ctx, invite)
  const [row] = await ctx.db
    .update(invites)
    .set({
      version: invite.version + 1,
      sentAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + life),
      deliveredAt: null,
      deliveryError: null,
    })
    .where(eq(invites.id, invite.id))
    .returning()
  if (!row) throw new Problem('not_found')
  await audit(ctx, 'invite.resent', { type: 'Invite', id: row.id, companyId: row.companyId })
  await mail(ctx, row)
  return presentInvite(ctx, row.companyId, row.id)
}

/** Takes an invitation back. Once more is harmless; throws 410 for what was accepted. */
export async function revokeInvite(ctx: Context, { invite }: FoundInvite): Promise<void> {
  if (invite.revokedAt) return
  requireUnanswered(invite)
  await ctx.db.update(invites).set({ revokedAt: ctx.now }).where(eq(invites.id, invite.id))
  await audit(ctx, 'invite.revoked', { type: 'Invite', id: invite.id, companyId: invite.companyId })
}

function requireUnanswered(invite: InviteRow): void {
  if (invite.acceptedAt || invite.declinedAt) throw new Problem('link_used')
  if (invite.revokedAt) throw new Problem('link_revoked')
}

/**
 * Accepts an invitation, once, with its role and first tasks. Throws 410 for one that another request has used, and
 * 403 where the plan has ended or has no room.
 */
export async function acceptInvite(request: Context, { id }: Pick<InviteRow, 'id'>, userId: number): Promise<void> {
  // A newly registered user is not the actor of this request yet.
  const ctx = request.actor.id === 0 ? { ...request, actor: actorOf(userId, null, roles.employee) } : request
  const [invite] = await ctx.db
    .select()
    .from(invites)
    .where(and(eq(invites.id, id), gt(invites.expiresAt, ctx.now)))
    .for('no key update')
  if (!invite) throw new Problem('link_expired')
  requireUnanswered(invite)
  if (invite.userId !== null && invite.userId !== userId) throw new Problem('not_found')
  await requireFreePerson(ctx.db, userId)
  await requireLivingPlan(ctx.db, invite.companyId, ctx.now)
  await ctx.db.update(invites).set({ acceptedAt: ctx.now, acceptedBy: userId }).where(eq(invites.id, id))
  await join(ctx, invite.companyId, userId, invite.roleId, presentReach(invite))
  const { companyId, invitedBy } = invite
  const forms = (await startingForms.queryOne(ctx.db, [id])).get(id) ?? []
  await publish(ctx, inviteAccepted, { companyId, userId, invitedBy, forms, email: invite.email })
  broadcast(ctx, inviteEvents, 'invites.changed', { company_id: companyId }, [userChannel(invitedBy)])
  const [newcomer] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  // Links can be passed on. The inviter is told, and may end the membership.
  if (newcomer?.email?.toLowerCase() !== invite.email.toLowerCase())
    await notify({ ...ctx, actor: { companyId } }, emailInUse, [invitedBy], { inviteId: id, takenBy: userId })
}

/**
 * The actor joins a company: by the token of an invitation, or without one by an invitation to their account or
 * confirmed address.
 */
export async function joinByInvitation(ctx: Context, companyId: number, token: string | undefined): Promise<void> {
  await acceptInvite(ctx, await accessOwnInvite(ctx, companyId, token), ctx.actor.id)
}

/** Declines an invitation for the actor; the inviter is told. */
export async function declineInvitation(ctx: Context, companyId: number, token: string | undefined): Promise<void> {
  await declineInvite(ctx, await accessOwnInvite(ctx, companyId, token))
}

/** Declines an invitation. Throws 410 for one that another request has answered or revoked. */
async function declineInvite(ctx: Context, { id }: Pick<InviteRow, 'id'>): Promise<void> {
  const [invite] = await ctx.db.select().from(invites).where(eq(invites.id, id)).for('no key update')
  if (!invite) throw new Problem('not_found')
  requireUnanswered(invite)
  await ctx.db.update(invites).set({ declinedAt: ctx.now, revokedAt: ctx.now }).where(eq(invites.id, id))
  const { companyId, invitedBy } = invite
  await audit(ctx, 'invite.declined', { type: 'Invite', id, companyId })
  broadcast(ctx, inviteEvents, 'invites.changed', { company_id: companyId }, [userChannel(invitedBy)])
}

async function accessOwnInvite(ctx: Context, companyId: number, token: string | undefined): Promise<InviteRow> {
  if (ctx.session?.onlyCompanyId) throw new Problem('sso_session')
  const invite =
    token === undefined
      ? (await findOwnInvites(ctx)).find(({ company }) => company.id === companyId)?.invite
      : (await findInviteByToken(ctx, token)).invite
  if (invite?.companyId !== companyId) throw new Problem('not_found')
  return invite
}

// The link of a mail that invites an account. It is personal, so it accepts or declines without a sign-in.

/** The open invitation of the link. A Problem names the kind, so that the page can say what to do. */
async function access(ctx: Context, { details }: ActionLink): Promise<FoundInvite> {
  try {
    return await findGoodInvite(ctx, Number(details.inviteId), Number(details.version))
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.code, { data: { kind: inviteAction } }) : error
  }
}

/** The context of the person that the link was made for, signed in or not. */
const asReader = (ctx: Context, { userId }: ActionLink): Context => ({
  ...ctx,
  actor: actorOf(userId, null, roles.employee),
})

export const joinCompany: ActionKind = {
  name: inviteAction,
  isSingle: true,
  describe: async (ctx, link) => {
    const { invite, company, roleName, inviterName } = await access(ctx, link)
    return {
      company_id: company.id,
      company_name: company.name,
      role_id: invite.roleId,
      role_name: roleName,
      invited_by: inviterName ?? '',
    }
  },
  perform: async (ctx, link) => acceptInvite(asReader(ctx, link), (await access(ctx, link)).invite, link.userId),
  decline: async (ctx, link) => declineInvite(asReader(ctx, link), (await access(ctx, link)).invite),
}
