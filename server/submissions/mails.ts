/** A failed critical answer does not wait until a manager looks: each gets one mail, in their own language. */
import { and, eq, isNull } from 'drizzle-orm'
import type { MailTopic } from '#shared/auth/mailTopics.ts'
import { localeOf } from '#shared/lib/language.ts'
import { criticalAnswers, stateOf } from '#shared/submissions/report.ts'
import { answerInWords, type Words, wordsFor } from '#shared/submissions/words.ts'
import { unsubscribeLinks } from '../actions/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Job } from '../lib/jobs.ts'
import { type MailContent, writeMail } from '../lib/mailLayout.ts'
import { users } from '../users/table.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { submissions } from './table.ts'

const topic: MailTopic = 'critical_answers'

/** A job for each mail, so that one that cannot be delivered does not send the others twice. */
export const criticalAnswerMail: Job<{ submissionId: number; userId: number }> = {
  name: 'submission.critical-answer-mail',
  work: async ({ submissionId, userId }, { db, services }) => {
    const submission = await findSubmission(db, eq(submissions.id, submissionId))
    const [reader] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.archivedAt)))
    if (!submission || !reader?.email || reader.mutedTopics.includes(topic)) return
    const locale = localeOf(reader.languageId)
    const words = wordsFor({ locale, timeZone: reader.timeZone, t: services.texts(locale) }, submission.definition)
    const label = words.t('submissions.mail.open')
    const mail = writeMail(words, {
      ...compose(submission, words),
      action: { label, address: services.address(`/submission/view/${submission.id}`) },
      unsubscribe: unsubscribeLinks(services, reader.id, topic),
    })
    await services.mailer.send({ to: reader.email, ...mail })
  },
}

/** Writes the mails' jobs in the transaction that completes the submission. */
export async function mailAboutCriticalAnswers(ctx: Context, submissionId: number, managers: { id: number }[]) {
  for (const { id } of managers) await ctx.services.jobs.send(ctx.db, criticalAnswerMail, { submissionId, userId: id })
}

function compose(submission: FoundSubmission, words: Words): MailContent {
  const { t, formats, read } = words
  const form = read(submission.formName)
  const date = formats.dateTime(submission.completedAt ?? submission.updatedAt)
  return {
    subject: t('submissions.mail.subject', { form }),
    paragraphs: [
      submission.userId === null
        ? t('submissions.mail.introByLink', { form, date })
        : t('submissions.mail.intro', { person: submission.userName ?? '', form, date }),
      ...failuresIn(submission, words),
      ...(submission.subjects.length > 0
        ? [t('submissions.mail.about', { subjects: formats.list(submission.subjects.map(({ name }) => name)) })]
        : []),
    ],
  }
}

/** The question with the row in which it was asked, what was answered, and what the person noted. */
function failuresIn(submission: FoundSubmission, words: Words): string[] {
  const { completedAt, updatedAt } = submission
  const read = { ...submission, completed_at: completedAt?.toISOString() ?? null, updated_at: updatedAt.toISOString() }
  return criticalAnswers(stateOf(read, words), submission.score, words).map(({ question, label, answer }) => {
    const said = answerInWords(question, answer, words) ?? ''
    return [`${label} ${said}`, answer?.note].filter(Boolean).join('\n')
  })
}
