/** A form can say who is to be told of an answer or of what all answers come to; each gets one mail, in their own language. */
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { MailTopic } from '#shared/auth/mailTopics.ts'
import type { KnownPerson, Notice } from '#shared/forms/outcome.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { wordsFor } from '#shared/submissions/words.ts'
import { unsubscribeLinks } from '../actions/queries.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Job } from '../lib/jobs.ts'
import { writeMail } from '../lib/mailLayout.ts'
import { users } from '../users/table.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { submissions } from './table.ts'

/** Whoever wants no mails about failed answers wants none of these. */
const topic: MailTopic = 'critical_answers'

type Told = { submissionId: number; userId: number; messages: LocalizedText[] }

/** A job for each mail, so that one that cannot be delivered does not send the others twice. */
export const noticeMail: Job<Told> = {
  name: 'submission.notice-mail',
  work: async ({ submissionId, userId, messages }, { db, services }) => {
    const submission = await findSubmission(db, eq(submissions.id, submissionId))
    const [reader] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.archivedAt)))
    if (!submission || !reader?.email || reader.mutedTopics.includes(topic)) return
    const locale = localeOf(reader.languageId)
    const words = wordsFor({ locale, timeZone: reader.timeZone, t: services.texts(locale) }, submission.definition)
    const { t, formats, read } = words
    const form = read(submission.formName)
    const date = formats.dateTime(submission.completedAt ?? submission.updatedAt)
    const mail = writeMail(words, {
      subject: t('submissions.mail.noticeSubject', { form }),
      paragraphs: [
        submission.userId === null
          ? t('submissions.mail.noticeByLink', { form, date })
          : t('submissions.mail.notice', { person: submission.userName ?? '', form, date }),
        ...messages.map(read),
      ],
      action: { label: t('submissions.mail.open'), address: services.address(`/submission/view/${submission.id}`) },
      unsubscribe: unsubscribeLinks(services, reader.id, topic),
    })
    await services.mailer.send({ to: reader.email, ...mail })
  },
}

/** Writes the mails' jobs in the transaction that completes the submission; everybody gets one with all that they are to be told. */
export async function mailNotices(ctx: Context, submission: FoundSubmission, notices: Notice[]): Promise<void> {
  const told = new Map<number, LocalizedText[]>()
  for (const { to, message } of notices)
    for (const userId of await peopleMeant(ctx, submission, to))
      told.set(userId, [...(told.get(userId) ?? []), ...(message ? [message] : [])])
  for (const [userId, messages] of told)
    await ctx.services.jobs.send(ctx.db, noticeMail, { submissionId: submission.id, userId, messages })
}

/** The people at work in the company who are meant, each once. */
async function peopleMeant(ctx: Context, { companyId, userId }: FoundSubmission, to: KnownPerson[]): Promise<number[]> {
  const meant = to.flatMap(person => {
    // Whoever came by a public link works nowhere here, and is told nothing.
    if (person === 'submitter') return userId === null ? [] : eq(memberships.userId, userId)
    if (person === 'manager') return lte(memberships.roleId, roles.manager)
    return 'user_id' in person ? eq(memberships.userId, person.user_id) : eq(memberships.roleId, person.role_id)
  })
  if (meant.length === 0) return []
  const rows = await ctx.db
    .selectDistinct({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), isAtWork, or(...meant)))
  return rows.map(({ id }) => id)
}
