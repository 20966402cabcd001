/** How an account is added to a company: by an admin at once, by a manager only after the person accepted. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { inviteEvents } from '#shared/invites/contract.ts'
import { userChannel } from '#shared/lib/events.ts'
import { localeOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { audit } from '../audit/commands.ts'
import { join, lockCompany, showMember } from '../companies/commands.ts'
import { type CompanyRow, requireFreePerson } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import { broadcast } from '../lib/events.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import { notify } from '../notices/commands.ts'
import { requireLivingPlan } from '../plans/queries.ts'
import { requireMayGrant } from '../roles/queries.ts'
import { users } from '../users/table.ts'
import { countInvitations, insertInvite, requireMayInvite, requireSeat } from './commands.ts'
import { presentInvite } from './queries.ts'
import { invites } from './table.ts'

type UserRow = typeof users.$inferSelect

/** Makes an account a member, or invites it where the actor may only invite. Throws 422 for a member, 403 for whom the actor may not add. */
export async function addMember(ctx: Context, company: CompanyRow, userId: number, roleId: number) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  return allows(ctx.ability, 'create', 'Member', { companyId: company.id })
    ? addAtOnce(ctx, company, user, roleId)
    : inviteBack(ctx, company, user, roleId)
}

async function addAtOnce(ctx: Context, company: CompanyRow, user: UserRow | undefined, roleId: number) {
  if (!user) throw new Problem('not_found')
  const { id: companyId } = company
  await requireFreePerson(ctx.db, user.id)
  await requireMayGrant(ctx, companyId, roleId)
  await requireLivingPlan(ctx.db, companyId, ctx.now)
  // In the order in which an invitation that is accepted locks them.
  await revokeOpen(ctx, companyId, user)
  await lockCompany(ctx.db, companyId)
  await requireSeat(ctx, companyId, roleId)
  if (!(await join(ctx, companyId, user.id, roleId))) throw invalidField('user_id', 'already_a_member')
  await notify({ ...ctx, actor: { companyId } }, memberAdded, [user.id], { companyId, company: company.name })
  return showMember(ctx, { companyId, userId: user.id })
}

/** Revokes what the person was asked before: nothing is left to accept, and no seat of the plan is kept for it. */
async function revokeOpen(ctx: Context, companyId: number, { id, email }: UserRow): Promise<void> {
  const revoked = await ctx.db
    .update(invites)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        ...[eq(invites.companyId, companyId), isNull(invites.acceptedAt), isNull(invites.revokedAt)],
        or(eq(invites.userId, id), email ? eq(sql`lower(${invites.email})`, email.toLowerCase()) : undefined),
      ),
    )
    .returning({ id: invites.id, invitedBy: invites.invitedBy })
  for (const invite of revoked) {
    await audit(ctx, 'invite.revoked', { type: 'Invite', id: invite.id, companyId })
    broadcast(ctx, inviteEvents, 'invites.changed', { company_id: companyId }, [userChannel(invite.invitedBy)])
  }
}

/** Managers learn nothing of accounts elsewhere: an id that never belonged to the company is refused, whether it exists or not. */
async function inviteBack(ctx: Context, company: CompanyRow, user: UserRow | undefined, roleId: number) {
  const { id: companyId } = company
  const isKnown =
    user !== undefined &&
    (await ctx.db.$count(memberships, and(eq(memberships.companyId, companyId), eq(memberships.userId, user.id)))) > 0
  if (!isKnown) throw new Problem('forbidden')
  await requireFreePerson(ctx.db, user.id)
  await requireMayInvite(ctx, companyId, { roleId, forms: [] })
  await countInvitations(ctx, companyId, 1, { isAll: true })
  await requireSeat(ctx, companyId, roleId)
  const { email, languageId } = user
  const made = email
    ? await insertInvite(ctx, company, { email: email.toLowerCase(), userId: user.id, roleId, languageId, forms: [] })
    : ('no_email' as const)
  if (typeof made === 'string') throw invalidField('user_id', made)
  broadcast(ctx, inviteEvents, 'invites.changed', { company_id: companyId }, [userChannel(user.id)])
  return presentInvite(ctx, companyId, made.id)
}

/** To somebody whom an admin made a member. */
export const memberAdded: Topic<{ companyId: number; company: string }> = {
  name: 'member.added',
  bell: ({ company }) => ({ values: { company }, href: '/company', about: 'member' }),
  mail: async ({ companyId }, { db, services, userId }) => {
    const [found] = await db
      .select({ reader: users, company: companies.name })
      .from(memberships)
      .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
      .innerJoin(companies, eq(companies.id, memberships.companyId))
      .where(
        and(
          ...[eq(memberships.companyId, companyId), eq(memberships.userId, userId ?? 0)],
          isNull(memberships.endedAt),
        ),
      )
    if (!found?.reader.email) return null
    const locale = localeOf(found.reader.languageId)
    const t = services.texts(locale)
    const words = { name: found.reader.name, company: found.company }
    return {
      to: found.reader.email,
      ...writeMail(
        { locale, t },
        {
          subject: t('mails.added.subject', words),
          paragraphs: [t('mails.greeting', words), t('mails.added.text', words)],
          action: { label: t('mails.added.action', words), address: services.address('/company') },
        },
      ),
    }
  },
}
