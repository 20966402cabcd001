/** What managers and admins do with members; `commands.ts` does it to the memberships. */
import { invalidField } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { Context } from '../lib/context.ts'
import { requireMayGrant } from '../roles/queries.ts'
import { endMembership, freeze, lockCompany, setRole, showMember, thaw } from './commands.ts'
import { mailAboutRemoval } from './mails.ts'
import { accessMember } from './memberQueries.ts'

type Ref = { companyId: number; userId: number }

/** Gives a member another role, at once in all their living sessions. */
export async function changeRole(ctx: Context, ref: Ref, roleId: number) {
  await accessMember(ctx, ref.companyId, ref.userId, 'update')
  await requireMayGrant(ctx, ref.companyId, roleId)
  await setRole(ctx, ref.companyId, ref.userId, roleId)
  return showMember(ctx, ref)
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
  await setRole(ctx, companyId, ctx.actor.id, roleId)
  return showMember(ctx, ref)
}
