/** Invitations into a company, and members who have an account already. */
import { invites as inviteCalls } from '#shared/companies/invites.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { declineInvitation, invite, prepareAgain, prepareInvite, resendInvite, revokeInvite } from './inviteCommands.ts'
import { addMember, inviteMany, prepareMany, prepareMember } from './inviteMany.ts'
import { accessInvite, describeInvite, findOwnInvites, listInvites, presentOwnInvite } from './inviteQueries.ts'
import { accessCompany } from './queries.ts'

const prepareInvitation = async (
  { id, companyId, ...invited }: HandlerInput<typeof inviteCalls.create>,
  ctx: Context,
) => {
  if (companyId !== undefined && companyId !== id) throw invalidField('company_id', 'not_an_option')
  return prepareInvite(ctx, await accessCompany(ctx, id, 'read'), invited)
}

/** Invites a person. */
export const createInvitation: Handler<typeof inviteCalls.create> = async ({ id, companyId: _, ...invited }, ctx) =>
  invite(ctx, await accessCompany(ctx, id, 'read'), invited)

const prepareInvitations = async (
  { id, text, dryRun, ...usual }: HandlerInput<typeof inviteCalls.createMany>,
  ctx: Context,
) => prepareMany(ctx, await accessCompany(ctx, id, 'read'), { text, dryRun }, usual)

/** Invites a list of people. */
export const createInvitations: Handler<typeof inviteCalls.createMany, number> = async (
  { id, text, dryRun, ...usual },
  ctx,
  counted,
) => inviteMany(ctx, await accessCompany(ctx, id, 'read'), { text, dryRun, counted }, usual)

const prepareNewMember = async ({ id, userId, roleId }: HandlerInput<typeof inviteCalls.addMember>, ctx: Context) =>
  prepareMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId)

/** Adds a person who has an account already. */
export const createMember: Handler<typeof inviteCalls.addMember> = async ({ id, userId, roleId }, ctx) =>
  addMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId)

/** Lists invitations. */
export const getInvitations: Handler<typeof inviteCalls.list> = async ({ id, ...query }, ctx) =>
  listInvites(ctx, (await accessCompany(ctx, id, 'read')).id, query)

const prepareResending = async ({ id, inviteId }: HandlerInput<typeof inviteCalls.resend>, ctx: Context) =>
  prepareAgain(ctx, await accessInvite(ctx, id, inviteId, 'update'))

/** Sends an invitation again. */
export const resendInvitation: Handler<typeof inviteCalls.resend> = async ({ id, inviteId }, ctx) =>
  resendInvite(ctx, await accessInvite(ctx, id, inviteId, 'update'))

/** Revokes an invitation. */
export const deleteInvitation: Handler<typeof inviteCalls.revoke> = async ({ id, inviteId }, ctx) => {
  await revokeInvite(ctx, await accessInvite(ctx, id, inviteId, 'delete'))
  return null
}

/** Declines an invitation. */
export const refuseInvitation: Handler<typeof inviteCalls.decline> = async ({ id, token }, ctx) => {
  await declineInvitation(ctx, id, token)
  return null
}

/** Describes an invitation by its token. */
export const getInvitation: Handler<typeof inviteCalls.describe> = ({ id, token }, ctx) =>
  describeInvite(ctx, id, token)

/** Lists the own open invitations. */
export const getOwnInvitations: Handler<typeof inviteCalls.mine> = async (_, ctx) =>
  (await findOwnInvites(ctx)).map(presentOwnInvite)

export const inviteRoutes = routes(inviteCalls, {
  create: { prepare: prepareInvitation, handle: createInvitation },
  createMany: { prepare: prepareInvitations, handle: createInvitations },
  addMember: { prepare: prepareNewMember, handle: createMember },
  list: getInvitations,
  resend: { prepare: prepareResending, handle: resendInvitation },
  revoke: deleteInvitation,
  decline: refuseInvitation,
  describe: getInvitation,
  mine: getOwnInvitations,
})
