/**
 * The link of the mail that asks an account whether it wants to belong to a company. It is that person's alone, so it joins them without a
 * sign-in, and says no as well.
 */
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { ActionKind, ActionLink } from '../lib/actionKind.ts'
import type { Context } from '../lib/context.ts'
import { acceptInvite, declineInvite } from './commands.ts'
import { type FoundInvite, findGoodInvite, inviteAction } from './queries.ts'

/** The open invitation of the link. A Problem names the kind, so that the page can say what to do. */
async function access(ctx: Context, { details }: ActionLink): Promise<FoundInvite> {
  try {
    return await findGoodInvite(ctx, Number(details.inviteId), Number(details.version))
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.code, { data: { kind: inviteAction } }) : error
  }
}

/** Whoever follows the link is whom it was made for, signed in or not. */
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
