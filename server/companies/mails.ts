/** Mails about memberships, invitations and plans, each in its reader's language. */
import { and, arrayContains, eq, isNull, not } from 'drizzle-orm'
import { inviteEvents } from '#shared/companies/invites.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { users } from '../accounts/table.ts'
import { armLink, newLink, unsubscribeLinks } from '../actions/commands.ts'
import type { Context, JobServices, Topic } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Mail } from '../lib/mail/mailer.ts'
import { mailTo } from '../lib/mail/mailLayout.ts'
import { notify } from '../notifications/commands.ts'
import { type InviteRow, inviteAction, invitePath, stateOf } from './inviteQueries.ts'
import { companies, companyPlans, invites, memberships, plans } from './table.ts'

/** To somebody whose membership was ended by another. */
export const removalMail: Topic<{ companyId: number }> = {
  name: 'company.removed',
  mail: async ({ companyId }, { db, services, userId }) => {
    const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId))
    const [reader] = await db
      .select()
      .from(users)
      .where(eq(users.id, userId ?? 0))
    if (!company || !reader?.email || reader.archivedAt) return null
    const values = { name: reader.name, company: company.name }
    return mailTo(services, { ...reader, email: reader.email }, ({ t }) => ({
      subject: t('mails.removed.subject', values),
      paragraphs: [t('mails.removed.text', values)],
    }))
  },
}

export async function mailAboutRemoval(ctx: Context, companyId: number, userId: number): Promise<void> {
  await notify(ctx, removalMail, [userId], { companyId })
}

/** The mail of an invitation. It notes on the invitation whether it could be delivered, and tells the inviter. */
export const inviteMail: Topic<{ inviteId: number; version: number }> = {
  name: 'invite.created',
  mail: async ({ inviteId, version }, { db, services }) => {
    const [found] = await db
      .select({ invite: invites, company: companies, inviter: users.name })
      .from(invites)
      .innerJoin(companies, eq(companies.id, invites.companyId))
      .innerJoin(users, eq(users.id, invites.invitedBy))
      .where(and(eq(invites.id, inviteId), eq(invites.version, version)))
    const open = found && ['pending', 'delivery_failed'].includes(stateOf(found.invite, new Date()))
    return !open || found.invite.deliveredAt
      ? null
      : compose(found, services, await pathFor(db, found.invite, services))
  },
  settled: async ({ inviteId, version }, refusal, { db, services }) => {
    const [invite] = await db
      .update(invites)
      .set(refusal ? { deliveryError: refusal.reason } : { deliveryError: null, deliveredAt: new Date() })
      .where(and(eq(invites.id, inviteId), eq(invites.version, version)))
      .returning()
    if (!invite) return
    const data = inviteEvents['invites.changed'].parse({ company_id: invite.companyId })
    const channels = [userChannel(invite.invitedBy)]
    await services.realtime.publish([{ channels, event: 'invites.changed', data }], db)
  },
}

type Found = { invite: InviteRow; company: typeof companies.$inferSelect; inviter: string }

/** Returns the path of the mail's button: an action link for an account, the invitation's page for others. */
async function pathFor(db: Database, invite: InviteRow, { serverKey }: JobServices): Promise<string> {
  const { id, userId, version, expiresAt } = invite
  if (userId === null) return invitePath(serverKey, invite, 'mailed')
  const now = new Date()
  const life = expiresAt.getTime() - now.getTime()
  const linkId = await newLink(db, now, { kind: inviteAction, userId, life, details: { inviteId: id, version } })
  return `/action/user/${(await armLink(db, linkId))?.token}`
}

const compose = ({ invite, company, inviter }: Found, services: JobServices, path: string): Mail =>
  mailTo(services, { email: invite.email, languageId: invite.languageId }, ({ locale, t }) => {
    const date = formatsOf(locale, company.timeZone).dateTime(invite.expiresAt)
    const values = { company: company.name, person: inviter, date }
    return {
      subject: t('mails.invite.subject', values),
      paragraphs: [t('mails.invite.text', values)],
      action: { label: t('mails.invite.action', values), address: services.address(path) },
      note: t('mails.invite.note', values),
    }
  })

/** To the inviter, when somebody with another address than the invited one joined by the link. */
export const emailInUse: Topic<{ inviteId: number; takenBy: number }> = {
  name: 'invite.taken',
  mail: async ({ inviteId, takenBy }, { db, services, userId }) => {
    const [found] = await db
      .select({ invite: invites, company: companies.name })
      .from(invites)
      .innerJoin(companies, eq(companies.id, invites.companyId))
      .where(eq(invites.id, inviteId))
    const [newcomer] = await db.select().from(users).where(eq(users.id, takenBy))
    if (!found || !newcomer || userId === null) return null
    const isHere = and(
      eq(memberships.companyId, found.invite.companyId),
      eq(memberships.userId, userId),
      isNull(memberships.endedAt),
      isNull(memberships.frozenAt),
    )
    const [reader] = await db
      .select({ name: users.name, email: users.email, languageId: users.languageId })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(and(isHere, isNull(users.archivedAt)))
    if (!reader?.email) return null
    const values = {
      name: reader.name,
      company: found.company,
      invited: found.invite.email,
      person: newcomer.email ? `${newcomer.name} (${newcomer.email})` : newcomer.name,
    }
    return mailTo(services, { ...reader, email: reader.email }, ({ t }) => ({
      subject: t('mails.inviteTaken.subject', values),
      paragraphs: [t('mails.inviteTaken.text', values)],
      action: { label: t('mails.inviteTaken.action', values), address: services.address('/company/users') },
    }))
  },
}

export type Choice = { companyId: number; planId: number; userId: number }

/** To each admin of the platform, when a company chose its next plan. */
export const choiceMail: Topic<Choice> = {
  name: 'plan.chosen',
  isOurs: true,
  mail: async ({ companyId, planId, userId }, { db, services, userId: adminId }) => {
    const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
    const [offer] = await db.select().from(plans).where(eq(plans.id, planId))
    const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
    const [admin] = await db
      .select()
      .from(users)
      .where(eq(users.id, adminId ?? 0))
    if (!company || !offer || !admin?.email) return null
    return mailTo(services, { ...admin, email: admin.email }, ({ locale, t }) => {
      const plan = textIn(offer.name, locale, 'en').text
      const values = { company: company.name, plan, person: person?.name ?? '' }
      return {
        subject: t('mails.planChosen.subject', values),
        paragraphs: [t('mails.planChosen.text', values)],
        action: { label: t('mails.planChosen.action'), address: services.address('/company/list') },
      }
    })
  },
}

/** To the people who may choose the plan, when it ends soon. */
export const planEndMail: Topic<{ companyPlanId: number }> = {
  name: 'plan.ends',
  isOurs: true,
  mail: async ({ companyPlanId }, { db, services, userId }) => {
    const [found] = await db
      .select({ plan: companyPlans, company: companies })
      .from(companyPlans)
      .innerJoin(companies, eq(companies.id, companyPlans.companyId))
      .where(eq(companyPlans.id, companyPlanId))
    const [reader] = await db
      .select()
      .from(users)
      .where(
        and(eq(users.id, userId ?? 0), isNull(users.archivedAt), not(arrayContains(users.mutedTopics, ['plan_ends']))),
      )
    const { plan, company } = found ?? {}
    const endDate = plan?.endDate
    if (!plan || !company || !endDate || !reader?.email) return null
    return mailTo(services, { ...reader, email: reader.email }, ({ locale, t }) => {
      const date = formatsOf(locale, undefined).date(endDate)
      const values = { company: company.name, plan: textIn(plan.name, locale, 'en').text, date }
      return {
        subject: t('mails.planEnds.subject', values),
        paragraphs: [t('mails.planEnds.text', values)],
        action: { label: t('mails.planEnds.action'), address: services.address('/pages/pricing') },
        unsubscribe: unsubscribeLinks(services, reader.id, 'plan_ends'),
      }
    })
  },
}

/** To a user whom an admin made a member. */
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
    const { reader, company } = found
    const values = { name: reader.name, company }
    return mailTo(services, { ...reader, email: found.reader.email }, ({ t }) => ({
      subject: t('mails.added.subject', values),
      paragraphs: [t('mails.added.text', values)],
      action: { label: t('mails.added.action', values), address: services.address('/company') },
    }))
  },
}
