/**
 * Opens corrective tasks of failed answers, without a check of the person's rights, because they follow from the form.
 * `findings` remembers which answer opened which task.
 */
import { and, eq } from 'drizzle-orm'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { OpenedTask } from '#shared/forms/answers/outcome.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { type CompanyRow, findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { openTask } from '../tasks/assign.ts'
import { stoppedVehicles } from '../vehicles/queries.ts'
import { findings } from './table.ts'

/** The longest title that a task can have. */
const maxTitleLength = 200

/** The submission; `createdBy` is the creator of the public link where a visitor sent it. */
export type Submitted = {
  id: number
  companyId: number
  formId: number
  userId: number | null
  createdBy: number
  subjects: SubjectRef[]
  definition: Definition
  answers: Answers
}

/** Opens every task that the answers ask for, as the submission was worked out when it was completed. */
export async function openCorrectiveTasks(ctx: Context, submission: Submitted, wanted: OpenedTask[]): Promise<void> {
  if (wanted.length === 0) return
  const company = await findCompany(ctx.db, submission.companyId)
  if (!company) throw new Error(`The company of submission ${submission.id} is gone.`)
  for (const one of wanted) await open(ctx, { submission, company }, one)
}

type Found = { submission: Submitted; company: CompanyRow }

async function open(ctx: Context, found: Found, wanted: OpenedTask): Promise<void> {
  const { submission, company } = found
  const { id: submissionId, companyId, createdBy } = submission
  const stopped = await stoppedVehicles(ctx.db, companyId, submission.subjects, localeOf(company.languageId))
  const t = ctx.services.texts(localeOf(company.languageId))
  const warnings = stopped.flatMap(({ name, reason }) => (reason ? t('tasks.stopped', { name, reason }) : []))
  await openTask(ctx, {
    ...textsOf(found, wanted, warnings),
    companyId,
    timezone: company.timeZone,
    createdBy,
    priority: wanted.priority,
    proof: wanted.proof ?? null,
    // A problem is corrected once, by any one of its people.
    doneBy: 'any_one',
    verifyAfterDays: wanted.verify_after_days ?? null,
    dueAfter: wanted.due_after,
    to: responsible(submission, wanted),
    subjects: submission.subjects,
    note: ({ id: taskId }) =>
      ctx.db
        .update(findings)
        .set({ taskId, recheckBy: wanted.recheck ?? null })
        .where(
          and(
            eq(findings.companyId, companyId),
            eq(findings.submissionId, submissionId),
            eq(findings.questionId, wanted.question_id),
          ),
        ),
  })
}

/** Returns the assignees of the form; the managers where none can be given tasks. */
function responsible({ userId }: Submitted, { assignee }: OpenedTask) {
  const managers = { role_id: roles.manager }
  const meant = assignee === 'submitter' ? userId && { user_id: userId } : assignee
  return meant === 'manager' || !meant ? [managers] : [meant, managers]
}

/** Writes the description in the company's language: what to do, then the note, the question and a stopped vehicle. */
function textsOf({ submission, company }: Found, wanted: OpenedTask, warnings: string[]) {
  const { definition, answers } = submission
  const read = (text: LocalizedText | undefined) =>
    plainText(textIn(text, localeOf(company.languageId), definition.default_language).text)
  const about = wanted.about ?? wanted.question_id
  const question = questionsOf(definition).find(({ id }) => id === keyParts(about).question_id)
  const asked = read(question?.label)
  return {
    title: short(read(wanted.title) || asked),
    titles: mapped(read(wanted.title) ? wanted.title : question?.label),
    description: [answers[about]?.note?.trim(), asked, ...warnings].filter(Boolean).join('\n\n'),
  }
}

const short = (title: string) => title.slice(0, maxTitleLength).toWellFormed()

/** The same in every language of the form. */
const mapped = (texts: LocalizedText | undefined): LocalizedText | null =>
  texts ? Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, short(plainText(text))])) : null
