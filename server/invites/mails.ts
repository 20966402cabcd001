/**
 * The mail of an invitation. Whether it could be delivered is noted on the invitation, and whoever invited is told. What the mail server
 * refuses for good is not tried again; what may pass is, with growing delays.
 */
import { and, eq } from 'drizzle-orm'
import { inviteEvents } from '#shared/invites/contract.ts'
import { userChannel } from '#shared/lib/events.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { localeOf } from '#shared/lib/language.ts'
import { companies } from '../companies/table.ts'
import { withDatabase } from '../lib/db/pools.ts'
import type { Job, JobServices } from '../lib/jobs.ts'
import { writeMail } from '../lib/mailLayout.ts'
import { users } from '../users/table.ts'
import { invitePath } from './links.ts'
import { type InviteRow, stateOf } from './queries.ts'
import { invites } from './table.ts'

export const inviteMail: Job<{ inviteId: number; version: number }> = {
  name: 'invite.mail',
  work: async ({ inviteId, version }, { db, services }) => {
    const [found] = await db
      .select({ invite: invites, company: companies, inviter: users.name })
      .from(invites)
      .innerJoin(companies, eq(companies.id, invites.companyId))
      .innerJoin(users, eq(users.id, invites.invitedBy))
      .where(and(eq(invites.id, inviteId), eq(invites.version, version)))
    const open = found && ['pending', 'delivery_failed'].includes(stateOf(found.invite, new Date()))
    if (!open || found.invite.deliveredAt) return
    const refused = await send(found, services)
    await note(services, found.invite, refused)
    if (refused && !refused.forGood) throw new Error('The mail of an invitation could not be sent.')
  },
}

type Found = { invite: InviteRow; company: typeof companies.$inferSelect; inviter: string }
type Refused = { reason: string; forGood: boolean }

/** Sends it; answers why the mail server would not take it. */
async function send({ invite, company, inviter }: Found, services: JobServices): Promise<Refused | null> {
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
        address: services.address(invitePath(services.serverKey, invite, 'mailed')),
      },
      note: t('mails.invite.note', words),
    },
  )
  try {
    await services.mailer.send({ to: invite.email, ...mail })
    return null
  } catch (error) {
    return refusalOf(error as Error & { response?: string; responseCode?: number; code?: string })
  }
}

/** What the mail server answered, or how it could not be reached; never where it stands. */
const refusalOf = ({
  response,
  responseCode,
  code,
}: {
  response?: string
  responseCode?: number
  code?: string
}): Refused => ({
  reason: (response ?? code ?? 'unknown').slice(0, 300),
  forGood: (responseCode ?? 0) >= 500,
})

/** In a transaction of its own, because the job's is undone when it is to be tried again. */
async function note(services: JobServices, invite: InviteRow, refused: Refused | null): Promise<void> {
  await withDatabase(services.pools.platform, { companyId: null, userId: null }, true, async db => {
    await db
      .update(invites)
      .set(refused ? { deliveryError: refused.reason } : { deliveryError: null, deliveredAt: new Date() })
      .where(and(eq(invites.id, invite.id), eq(invites.version, invite.version)))
    const data = inviteEvents['invites.changed'].parse({ company_id: invite.companyId })
    const channels = [userChannel(invite.invitedBy)]
    await services.realtime.publish([{ channels, event: 'invites.changed', data }], db)
  })
}
