import { eq } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import type { Context } from '../lib/context.ts'
import type { Job } from '../lib/jobs.ts'
import { writeMail } from '../lib/mailLayout.ts'
import { users } from '../users/table.ts'
import { companies } from './table.ts'

/** To somebody whose membership was ended by another. */
export const removalMail: Job<{ companyId: number; userId: number }> = {
  name: 'company.removal-mail',
  work: async ({ companyId, userId }, { db, services }) => {
    const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId))
    const [reader] = await db.select().from(users).where(eq(users.id, userId))
    if (!company || !reader?.email || reader.archivedAt) return
    const locale = localeOf(reader.languageId)
    const t = services.texts(locale)
    const words = { name: reader.name, company: company.name }
    await services.mailer.send({
      to: reader.email,
      ...writeMail(
        { locale, t },
        {
          subject: t('mails.removed.subject', words),
          paragraphs: [t('mails.greeting', words), t('mails.removed.text', words)],
        },
      ),
    })
  },
}

export const mailAboutRemoval = (ctx: Context, companyId: number, userId: number): Promise<void> =>
  ctx.services.jobs.send(ctx.db, removalMail, { companyId, userId })
