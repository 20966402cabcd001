/** The mail to whoever invited an address, when somebody with another one joined by its link. */
import { and, eq, isNull } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import { users } from '../users/table.ts'
import { invites } from './table.ts'

type TakenFacts = { inviteId: number; takenBy: number }

export const emailInUse: Topic<TakenFacts> = {
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
    const locale = localeOf(reader.languageId)
    const t = services.texts(locale)
    const words = {
      name: reader.name,
      company: found.company,
      invited: found.invite.email,
      person: newcomer.email ? `${newcomer.name} (${newcomer.email})` : newcomer.name,
    }
    return {
      to: reader.email,
      ...writeMail(
        { locale, t },
        {
          subject: t('mails.inviteTaken.subject', words),
          paragraphs: [t('mails.greeting', words), t('mails.inviteTaken.text', words)],
          action: { label: t('mails.inviteTaken.action', words), address: services.address('/company/users') },
        },
      ),
    }
  },
}
