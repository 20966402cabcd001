/** Mails a failed critical answer at once to the people who look after submissions, each in their own language. */

import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { MailTopic } from '#shared/accounts/rules.ts'
import type { KnownPerson, Notice } from '#shared/forms/answers/outcome.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Locale, localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { type Formatter, formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { criticalAnswers, momentOf } from '#shared/submissions/report.ts'
import { users } from '../accounts/table.ts'
import { unsubscribeLinks } from '../actions/commands.ts'
import { isAtWork } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { memberships } from '../companies/table.ts'
import type { findings } from '../findings/table.ts'
import { evaluateForm } from '../forms/evaluation/queries.ts'
import { Preparation } from '../lib/concurrency/preparation.ts'
import type { Context, JobServices, Topic } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Mail } from '../lib/mail/mailer.ts'
import { type MailContent, mailTo } from '../lib/mail/mailLayout.ts'
import { notify, notifyEach } from '../notifications/commands.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { submissions } from './table.ts'

const topic: MailTopic = 'critical_answers'

export const criticalAnswerMail: Topic<{ submissionId: number }> = {
  name: 'submission.critical-answers',
  // It writes nothing, and long evaluations need no connection.
  prepare: async ({ submissionId }, { db, services, userId }) => {
    const submission = await findSubmission(db, eq(submissions.id, submissionId))
    const reader = submission && (await findReader(db, userId))
    if (!submission || !reader) return null
    const words = wordsOf(services, submission, reader)
    const failures = await failuresIn(submission, words)
    return mailAbout(services, submission, reader, compose(submission, failures, words))
  },
  mail: async (_facts, _delivering, prepared) => prepared as Mail | null,
}

/** Notifies in the transaction that completes the submission. The person who filled it in knows already. */
export async function mailAboutCriticalAnswers(ctx: Context, submission: FoundSubmission): Promise<void> {
  const readers = await whoMay(ctx, 'read', 'Submission', { ...submission, userId: null })
  await notify(ctx, criticalAnswerMail, readers, { submissionId: submission.id })
}

function compose(submission: FoundSubmission, failures: string[], words: Formatter): MailContent {
  const { t, formats, read } = words
  const form = read(submission.formName)
  const date = formats.dateTime(submission.completedAt ?? submission.updatedAt)
  return {
    subject: t('submissions.mail.subject', { form }),
    paragraphs: [
      submission.userId === null
        ? t('submissions.mail.introByLink', { form, date })
        : t('submissions.mail.intro', { person: submission.userName ?? '', form, date }),
      ...failures,
      ...(submission.subjects.length > 0
        ? [t('submissions.mail.about', { subjects: formats.list(submission.subjects.map(({ name }) => name)) })]
        : []),
    ],
  }
}

/** The question with the row in which it was asked, what was answered, and what the person noted. */
async function failuresIn(submission: FoundSubmission, words: Formatter): Promise<string[]> {
  const { completedAt, updatedAt, companyId, definition, answers, score } = submission
  const moment = momentOf(
    { completed_at: completedAt?.toISOString() ?? null, updated_at: updatedAt.toISOString() },
    words,
  )
  const asking = { preparation: new Preparation(), actor: { companyId }, ip: '' }
  const state = await evaluateForm(asking, definition, answers, moment)
  return criticalAnswers(state, score, words).map(({ question, label, answer }) => {
    const said = formatAnswer(question, answer, words) ?? ''
    return [`${label} ${said}`, answer?.note].filter(Boolean).join('\n')
  })
}

// A form can say who is to be told of an answer or of what all answers come to; each gets one mail, in their own
// language.

type NoticeOfAnswer = { submissionId: number; messages: LocalizedText[] }

export const noticeMail: Topic<NoticeOfAnswer> = {
  name: 'submission.notice',
  mail: async ({ submissionId, messages }, { db, services, userId }) => {
    const submission = await findSubmission(db, eq(submissions.id, submissionId))
    const reader = submission && (await findReader(db, userId))
    if (!submission || !reader) return null
    const { t, formats, read } = wordsOf(services, submission, reader)
    const form = read(submission.formName)
    const date = formats.dateTime(submission.completedAt ?? submission.updatedAt)
    return mailAbout(services, submission, reader, {
      subject: t('submissions.mail.noticeSubject', { form }),
      paragraphs: [
        submission.userId === null
          ? t('submissions.mail.noticeByLink', { form, date })
          : t('submissions.mail.notice', { person: submission.userName ?? '', form, date }),
        ...messages.map(read),
      ],
    })
  },
}

// The reader of such a mail, and its button and unsubscribe link.

type Reader = { id: number; email: string; locale: Locale; timeZone: string }

/** Reader of mails about submissions; null where they are archived, have no email or muted the topic. */
async function findReader(db: Database, userId: number | null): Promise<Reader | null> {
  const [reader] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId ?? 0), isNull(users.archivedAt)))
  if (!reader?.email || reader.mutedTopics.includes(topic)) return null
  return { id: reader.id, email: reader.email, locale: localeOf(reader.languageId), timeZone: reader.timeZone }
}

const wordsOf = ({ texts }: JobServices, { definition }: FoundSubmission, { locale, timeZone }: Reader): Formatter =>
  formatterFor({ locale, timeZone, t: texts(locale) }, definition)

const mailAbout = (services: JobServices, { id }: FoundSubmission, reader: Reader, content: MailContent): Mail =>
  mailTo(services, { email: reader.email, locale: reader.locale }, ({ t }) => ({
    ...content,
    action: { label: t('submissions.mail.open'), address: services.address(`/submission/view/${id}`) },
    unsubscribe: unsubscribeLinks(services, reader.id, topic),
  }))

/**
 * Writes the notices in the transaction that completes the submission; everybody gets one with all that they are to be
 * told.
 */
export async function mailNotices(ctx: Context, submission: FoundSubmission, notices: Notice[]): Promise<void> {
  const messagesByUser = new Map<number, LocalizedText[]>()
  for (const { to, message } of notices)
    for (const userId of await peopleMeant(ctx, submission, to))
      messagesByUser.set(userId, [...(messagesByUser.get(userId) ?? []), ...(message ? [message] : [])])
  await notifyEach(
    ctx,
    noticeMail,
    [...messagesByUser].map(([userId, messages]) => ({
      people: [userId],
      facts: { submissionId: submission.id, messages },
    })),
  )
}

/** The people at work in the company who are meant, each once. */
async function peopleMeant(ctx: Context, submission: FoundSubmission, to: KnownPerson[]): Promise<number[]> {
  const { companyId, userId } = submission
  // Managers are found by the right to remove any submission, not by the number of their role.
  const managers = to.includes('manager') ? await whoMay(ctx, 'delete', 'Submission', { ...submission, userId: 0 }) : []
  const meant = to.flatMap(person => {
    // Visitors of a public link have no account and get no notice.
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

/** What the managers are told of where a task was done and what it was for is as bad as before. */
export const stillThere: Topic<{ submissionId: number; question: string; by: string; isUrgent: boolean }> = {
  name: 'finding.still_there',
  bell: ({ submissionId, question, by, isUrgent }) => ({
    values: { question, by },
    href: `/submission/view/${submissionId}`,
    about: `submission ${submissionId}`,
    isUrgent,
  }),
}

/** Notifies the people who may close a finding that its re-check failed, except the one who made it. */
export async function notifyStillThere(
  ctx: Context,
  { id: submissionId, userId, userName, formName, definition }: FoundSubmission,
  finding: typeof findings.$inferSelect,
): Promise<void> {
  const { question, severity } = finding
  const ids = (await whoMay(ctx, 'update', 'Finding', finding)).filter(id => id !== userId)
  if (ids.length === 0) return
  const readers = await ctx.db
    .select({ id: users.id, languageId: users.languageId })
    .from(users)
    .where(inArray(users.id, ids))
  await notifyEach(
    ctx,
    stillThere,
    readers.map(({ id, languageId }) => {
      const { text } = textIn(question ?? formName, localeOf(languageId), definition.default_language)
      const facts = { submissionId, question: text, by: userName ?? '', isUrgent: severity === 'critical' }
      return { people: [id], facts }
    }),
  )
}
