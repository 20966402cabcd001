/** What a helper is mailed: who asks, for what, and the link. Whether it could be delivered is noted. */
import { and, eq, isNull } from 'drizzle-orm'
import { formatsOf } from '#shared/lib/formats.ts'
import { localeOf } from '#shared/lib/language.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import { users } from '../../accounts/table.ts'
import { armLink, newLink } from '../../actions/commands.ts'
import { companies } from '../../companies/table.ts'
import type { Topic } from '../../lib/delivery/topic.ts'
import { writeMail } from '../../lib/mail/mailLayout.ts'
import { sentTasks, tasks } from '../table.ts'
import { helperAction } from './queries.ts'
import { helpers } from './table.ts'

type Facts = { companyId: number; helperId: number }

const thisOne = ({ companyId, helperId }: Facts) => and(eq(helpers.companyId, companyId), eq(helpers.id, helperId))

export const helperMail: Topic<Facts> = {
  name: 'task.helper_asked',
  mail: async (facts, { db, services }) => {
    const [found] = await db
      .select({ helper: helpers, task: tasks, dueAt: sentTasks.dueAt, company: companies, asker: users.name })
      .from(helpers)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, helpers.companyId), eq(sentTasks.id, helpers.sentTaskId)))
      .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
      .innerJoin(companies, eq(companies.id, helpers.companyId))
      .innerJoin(users, eq(users.id, helpers.invitedBy))
      .where(and(thisOne(facts), isNull(helpers.revokedAt), isNull(helpers.deliveredAt)))
    if (!found) return null
    const { helper, task, company } = found
    const now = new Date()
    const life = helper.expiresAt.getTime() - now.getTime()
    const linkId = await newLink(db, now, { kind: helperAction, userId: helper.invitedBy, life, details: facts })
    const token = (await armLink(db, linkId))?.token
    const locale = localeOf(helper.languageId)
    const t = services.texts(locale)
    const format = formatsOf(locale, company.timeZone)
    const words = {
      ...{ company: company.name, person: found.asker, title: titleIn(task, locale) },
      ...{ due: format.dateTime(found.dueAt), date: format.dateTime(helper.expiresAt) },
    }
    const mail = writeMail(
      { locale, t },
      {
        subject: t('helpers.mail.subject', words),
        paragraphs: [t('helpers.mail.text', words), ...(helper.message ? [helper.message] : [])],
        action: { label: t('helpers.mail.action'), address: services.address(`/action/user/${token}`) },
        note: t('helpers.mail.note', words),
      },
    )
    return { to: helper.email, ...mail }
  },
  settled: async (facts, refusal, { db }) => {
    await db
      .update(helpers)
      .set(refusal ? { deliveryError: refusal.reason } : { deliveryError: null, deliveredAt: new Date() })
      .where(thisOne(facts))
  },
}
