/**
 * The mail of an invitation. Whether it could be delivered is noted on the invitation, and whoever invited is told.
 */
import { and, eq } from 'drizzle-orm'
import { inviteEvents } from '#shared/invites/contract.ts'
import { userChannel } from '#shared/lib/events.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { localeOf } from '#shared/lib/language.ts'
import { armLink, newLink } from '../actions/commands.ts'
import { companies } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import type { JobServices } from '../lib/jobs/jobs.ts'
import type { Mail } from '../lib/mail/mailer.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import { users } from '../users/table.ts'
import { invitePath } from './links.ts'
import { type InviteRow, inviteAction, stateOf } from './queries.ts'
import { invites } from './table.ts'

type Facts = { inviteId: number; version: number }

export const inviteMail: Topic<Facts> = {
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

/** Where the mail leads: an account answers by a link of its own, anybody else registers or signs in. */
async function pathFor(db: Database, invite: InviteRow, { serverKey }: JobServices): Promise<string> {
  const { id, userId, version, expiresAt } = invite
  if (userId === null) return invitePath(serverKey, invite, 'mailed')
  const now = new Date()
  const life = expiresAt.getTime() - now.getTime()
  const linkId = await newLink(db, now, { kind: inviteAction, userId, life, details: { inviteId: id, version } })
  return `/action/user/${(await armLink(db, linkId))?.token}`
}

function compose({ invite, company, inviter }: Found, services: JobServices, path: string): Mail {
  const locale = localeOf(invite.languageId)
  const t = services.texts(locale)
  const date = formatsOf(locale, company.timeZone).dateTime(invite.expiresAt)
  const words = { company: company.name, person: inviter, date }
  const mail = writeMail(
    { locale, t },
    {
      subject: t('mails.invite.subject', words),
      paragraphs: [t('mails.invite.text', words)],
      action: {
        label: t('mails.invite.action', words),
        address: services.address(path),
      },
      note: t('mails.invite.note', words),
    },
  )
  return { to: invite.email, ...mail }
}
