/** A form can say who is to be told of an answer or of what all answers come to; each gets one mail, in their own language. */
import { and, eq, isNull, or } from 'drizzle-orm'
import type { MailTopic } from '#shared/auth/mailTopics.ts'
import type { KnownPerson, Notice } from '#shared/forms/answers/outcome.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf } from '#shared/lib/language.ts'
import { wordsFor } from '#shared/submissions/words.ts'
import { users } from '../../accounts/table.ts'
import { unsubscribeLinks } from '../../actions/queries.ts'
import { isAtWork } from '../../companies/queries.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { memberships } from '../../companies/table.ts'
import type { Context } from '../../lib/context.ts'
import type { Topic } from '../../lib/delivery/topic.ts'
import { writeMail } from '../../lib/mail/mailLayout.ts'
import { notifyEach } from '../../notices/commands.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'

/** Whoever wants no mails about failed answers wants none of these. */
const topic: MailTopic = 'critical_answers'

type Told = { submissionId: number; messages: LocalizedText[] }

export const noticeMail: Topic<Told> = {
  name: 'submission.notice',
  mail: async ({ submissionId, messages }, { db, services, userId }) => {
    const submission = await findSubmission(db, eq(submissions.id, submissionId))
    const [reader] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId ?? 0), isNull(users.archivedAt)))
    if (!submission || !reader?.email || reader.mutedTopics.includes(topic)) return null
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
    return { to: reader.email, ...mail }
  },
}

/** Writes the notices in the transaction that completes the submission; everybody gets one with all that they are to be told. */
export async function mailNotices(ctx: Context, submission: FoundSubmission, notices: Notice[]): Promise<void> {
  const told = new Map<number, LocalizedText[]>()
  for (const { to, message } of notices)
    for (const userId of await peopleMeant(ctx, submission, to))
      told.set(userId, [...(told.get(userId) ?? []), ...(message ? [message] : [])])
  await notifyEach(
    ctx,
    noticeMail,
    [...told].map(([userId, messages]) => ({ people: [userId], facts: { submissionId: submission.id, messages } })),
  )
}

/** The people at work in the company who are meant, each once. */
async function peopleMeant(ctx: Context, submission: FoundSubmission, to: KnownPerson[]): Promise<number[]> {
  const { companyId, userId } = submission
  // The managers are whoever may take anybody's submission away, by the rules of their role and not by its number.
  const managers = to.includes('manager') ? await whoMay(ctx, 'delete', 'Submission', { ...submission, userId: 0 }) : []
  const meant = to.flatMap(person => {
    // Whoever came by a public link works nowhere here, and is told nothing.
    if (person === 'submitter') return userId === null ? [] : eq(memberships.userId, userId)
    if (person === 'manager') return []
    return 'user_id' in person ? eq(memberships.userId, person.user_id) : eq(memberships.roleId, person.role_id)
  })
  if (meant.length === 0) return managers
  const rows = await ctx.db
    .selectDistinct({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), isAtWork, or(...meant)))
  return [...new Set([...managers, ...rows.map(({ id }) => id)])]
}
