import { eq } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import type { Context } from '../lib/context.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import { notify } from '../notices/commands.ts'
import { users } from '../users/table.ts'
import { companies } from './table.ts'

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
    const locale = localeOf(reader.languageId)
    const t = services.texts(locale)
    const words = { name: reader.name, company: company.name }
    return {
      to: reader.email,
      ...writeMail(
        { locale, t },
        {
          subject: t('mails.removed.subject', words),
          paragraphs: [t('mails.greeting', words), t('mails.removed.text', words)],
        },
      ),
    }
  },
}

export const mailAboutRemoval = (ctx: Context, companyId: number, userId: number): Promise<void> =>
  notify(ctx, removalMail, [userId], { companyId })
