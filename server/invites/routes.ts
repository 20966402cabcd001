import { invites as inviteCalls } from '#shared/invites/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { accessCompany } from '../companies/queries.ts'
import { routes } from '../lib/http/routes.ts'
import { addMember } from './adding.ts'
import { declineInvitation, invite, resendInvite, revokeInvite } from './commands.ts'
import { inviteMany } from './many.ts'
import { accessInvite, describeInvite, findOwnInvites, listInvites, presentOwnInvite } from './queries.ts'

export const inviteRoutes = routes(inviteCalls, {
  create: async ({ id, companyId, ...invited }, ctx) => {
    if (companyId !== undefined && companyId !== id) throw invalidField('company_id', 'not_an_option')
    return invite(ctx, await accessCompany(ctx, id, 'read'), invited)
  },
  createMany: async ({ id, text, ...usual }, ctx) => inviteMany(ctx, await accessCompany(ctx, id, 'read'), text, usual),
  addMember: async ({ id, userId, roleId }, ctx) =>
    addMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId),
  list: async ({ id, ...query }, ctx) => listInvites(ctx, (await accessCompany(ctx, id, 'read')).id, query),
  resend: async ({ id, inviteId }, ctx) => resendInvite(ctx, await accessInvite(ctx, id, inviteId, 'update')),
  revoke: async ({ id, inviteId }, ctx) => {
    await revokeInvite(ctx, await accessInvite(ctx, id, inviteId, 'delete'))
    return null
  },
  decline: async ({ id, token }, ctx) => {
    await declineInvitation(ctx, id, token)
    return null
  },
  describe: ({ id, token }, ctx) => describeInvite(ctx, id, token),
  mine: async (_, ctx) => (await findOwnInvites(ctx)).map(presentOwnInvite),
})
