/** A failed critical answer does not wait until somebody looks: whoever looks after what others fill in gets one mail, in their own language. */
import { and, eq, isNull } from 'drizzle-orm'
import type { MailTopic } from '#shared/auth/mailTopics.ts'
import { localeOf } from '#shared/lib/language.ts'
import { criticalAnswers, momentOf } from '#shared/submissions/report.ts'
import { answerInWords, type Words, wordsFor } from '#shared/submissions/words.ts'
import { unsubscribeLinks } from '../../actions/queries.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { Topic } from '../../lib/delivery/topic.ts'
import type { Preparation } from '../../lib/heavy/preparation.ts'
import { type MailContent, writeMail } from '../../lib/mail/mailLayout.ts'
import { notify } from '../../notices/commands.ts'
import { whoMay } from '../../roles/queries.ts'
import { users } from '../../users/table.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'

const topic: MailTopic = 'critical_answers'

export const criticalAnswerMail: Topic<{ submissionId: number }> = {
  name: 'submission.critical-answers',
  mail: async ({ submissionId }, { db, services, userId, preparation }) => {
    const submission = await findSubmission(db, eq(submissions.id, submissionId))
    const [reader] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId ?? 0), isNull(users.archivedAt)))
    if (!submission || !reader?.email || reader.mutedTopics.includes(topic)) return null
    const locale = localeOf(reader.languageId)
    const words = wordsFor({ locale, timeZone: reader.timeZone, t: services.texts(locale) }, submission.definition)
    const label = words.t('submissions.mail.open')
    const mail = writeMail(words, {
      ...compose(submission, await failuresIn(submission, words, preparation), words),
      action: { label, address: services.address(`/submission/view/${submission.id}`) },
      unsubscribe: unsubscribeLinks(services, reader.id, topic),
    })
    return { to: reader.email, ...mail }
  },
}

/**
 * Writes the notices in the transaction that completes the submission. Whoever may read it only because they filled it in themselves
 * knows already.
 */
export async function mailAboutCriticalAnswers(ctx: Context, submission: FoundSubmission): Promise<void> {
  const readers = await whoMay(ctx, 'read', 'Submission', { ...submission, userId: null })
  await notify(ctx, criticalAnswerMail, readers, { submissionId: submission.id })
}

function compose(submission: FoundSubmission, failures: string[], words: Words): MailContent {
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

/** The question with the row in which it was asked, what was answered, and what the person noted; a long form is worked out apart. */
async function failuresIn(submission: FoundSubmission, words: Words, preparation: Preparation): Promise<string[]> {
  const { completedAt, updatedAt, companyId, definition, answers, score } = submission
  const moment = momentOf(
    { completed_at: completedAt?.toISOString() ?? null, updated_at: updatedAt.toISOString() },
    words,
  )
  const state = await evaluateForm({ preparation, actor: { companyId }, ip: '' }, definition, answers, moment)
  return criticalAnswers(state, score, words).map(({ question, label, answer }) => {
    const said = answerInWords(question, answer, words) ?? ''
    return [`${label} ${said}`, answer?.note].filter(Boolean).join('\n')
  })
}
