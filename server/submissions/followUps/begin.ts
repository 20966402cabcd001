/** How a form is given to somebody to be filled in again in part: as a task, with a draft that their phone takes along. */
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf, locales } from '#shared/lib/language.ts'
import type { Priority } from '#shared/lib/taskFields.ts'
import type { FollowUpKind } from '#shared/submissions/followUpKinds.ts'
import { findCompany } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import { openTask } from '../../tasks/assign.ts'
import { insertSubjects } from '../commands.ts'
import type { FoundSubmission } from '../queries.ts'
import { submissions } from '../table.ts'

type Assignee = { user_id: number } | { role_id: number }

export type Asking = {
  kind: FollowUpKind
  keys: string[]
  /** Of a re-check the key of the finding that it looks at. */
  askedFor?: string
  words: string | null
  askedBy: number | null
  /** What was answered before, and with what the draft begins. */
  former: Answers
  answers: Answers
  /** The first of them that means somebody gets it. */
  to: Assignee[]
  among?: number[]
  createdBy: number
  priority: Priority
  dueAfter: string
  /** What the task is called in a language. */
  title: (locale: (typeof locales)[number]) => string
}

/** The longest title that a task can have. */
const longestTitle = 200

/** Gives a part of a submission to somebody to fill in again. How many people have it. */
export async function beginFollowUp(ctx: Context, followed: FoundSubmission, asking: Asking): Promise<number> {
  const { companyId, formId } = followed
  const company = await findCompany(ctx.db, companyId)
  if (!company) throw new Error(`The company of submission ${followed.id} is gone.`)
  const titles: LocalizedText = Object.fromEntries(
    locales.map(locale => [locale, asking.title(locale).slice(0, longestTitle).toWellFormed()]),
  )
  return openTask(ctx, {
    companyId,
    formId,
    title: titles[localeOf(company.languageId)] ?? '',
    titles,
    description: asking.words,
    // Filling in again is looking again, also where it puts answers right: there is no measure whose effect could be asked after.
    kind: 'check',
    doneBy: 'any_one',
    priority: asking.priority,
    dueAfter: asking.dueAfter,
    timezone: company.timeZone,
    createdBy: asking.createdBy,
    to: asking.to,
    ...(asking.among && { among: asking.among }),
    subjects: followed.subjects,
    noteRows: rows => insertDrafts(ctx, followed, asking, rows),
  })
}

async function insertDrafts(
  ctx: Context,
  followed: FoundSubmission,
  { kind, keys, askedFor, words, askedBy, former, answers }: Asking,
  rows: { id: number; userId: number }[],
): Promise<void> {
  const { companyId, formId, formVersionId, id: followsId } = followed
  if (rows.length === 0) return
  const drafts = await ctx.db
    .insert(submissions)
    .values(
      rows.map(({ id: taskSentId, userId }) => ({
        ...{ companyId, formId, formVersionId, userId, taskSentId, uuid: crypto.randomUUID(), answers },
        ...{ startedAt: ctx.now, createdAt: ctx.now, updatedAt: ctx.now },
        ...{ followsId, followsAs: kind, askedKeys: keys, askedFor, askedWords: words, askedBy, formerAnswers: former },
      })),
    )
    .returning({ id: submissions.id, companyId: submissions.companyId })
  await insertSubjects(ctx, drafts, followed.subjects)
}
