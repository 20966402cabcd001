/** Asks somebody to fill in a part of a form again: a task with a draft that is available offline. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Rechecker } from '#shared/forms/answers/outcome.ts'
import { compileForm } from '#shared/forms/evaluation/compile.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf, locales } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import type { Priority } from '#shared/lib/taskFields.ts'
import type { FollowUpKind } from '#shared/submissions/rules.ts'
import { findCompany } from '../../companies/queries.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { closeLookedAt } from '../../findings/commands.ts'
import { findings } from '../../findings/table.ts'
import type { Context } from '../../lib/context.ts'
import { openTask } from '../../tasks/assign.ts'
import type { taskCompleted } from '../../tasks/ports.ts'
import { lastDoneOf } from '../../tasks/sentTaskListQueries.ts'
import { tasks } from '../../tasks/table.ts'
import { insertSubjects, withdrawFollowUps } from '../commands.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'

type Assignee = { user_id: number } | { role_id: number }

type FollowUpRequest = {
  kind: FollowUpKind
  keys: string[]
  /** The key of the re-checked finding. */
  askedFor?: string
  words: string | null
  askedBy: number | null
  /** The former answers, with which the draft begins. */
  former: Answers
  answers: Answers
  /** The first of them that means somebody gets it. */
  to: Assignee[]
  among?: number[]
  createdBy: number
  priority: Priority
  dueAfter: string
  /** The title of the task in a language. */
  title: (locale: (typeof locales)[number]) => string
}

/** The longest title that a task can have. */
const maxTitleLength = 200

/** Opens a follow-up with its task. Returns how many people have it. */
export async function beginFollowUp(
  ctx: Context,
  followed: FoundSubmission,
  request: FollowUpRequest,
): Promise<number> {
  const { companyId, formId } = followed
  const company = await findCompany(ctx.db, companyId)
  if (!company) throw new Error(`The company of submission ${followed.id} was not found.`)
  const titles: LocalizedText = Object.fromEntries(
    locales.map(locale => [locale, request.title(locale).slice(0, maxTitleLength).toWellFormed()]),
  )
  return openTask(ctx, {
    companyId,
    formId,
    title: titles[localeOf(company.languageId)] ?? '',
    titles,
    description: request.words,
    // A follow-up is a check: there is no measure whose effect could be checked.
    kind: 'check',
    doneBy: 'any_one',
    priority: request.priority,
    dueAfter: request.dueAfter,
    timezone: company.timeZone,
    createdBy: request.createdBy,
    to: request.to,
    ...(request.among && { among: request.among }),
    needsPeople: true,
    subjects: followed.subjects,
    noteRows: rows => insertDrafts(ctx, followed, request, rows),
  })
}

async function insertDrafts(
  ctx: Context,
  followed: FoundSubmission,
  { kind, keys, askedFor, words, askedBy, former, answers }: FollowUpRequest,
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

type Finding = typeof findings.$inferSelect

/**
 * Opens a re-check of the findings of a completed task, for somebody who may see the submission; without one the
 * finding closes with the task.
 */
export async function openRecheck(ctx: Context, task: (typeof taskCompleted)['content']): Promise<void> {
  if (task.originSubmissionId === null) return
  for (const finding of await waitingFor(ctx, task)) await askFor(ctx, finding, task)
}

type Done = { companyId: number; taskId: number; by: number | null; at: Date }

async function askFor(ctx: Context, finding: Finding, { by, at }: Done): Promise<void> {
  const followed = await findSubmission(ctx.db, eq(submissions.id, finding.submissionId))
  if (!followed || followed.archivedAt) return
  const keys = keysOf(finding, followed)
  const asked = keys.length > 0 ? await ask(ctx, followed, finding, keys, by) : 0
  if (asked === 0) await closeLookedAt(ctx, followed, { keys: [finding.questionId], by, at }, 'task')
}

/** Cancels the re-checks of a task that was reopened. */
export const cancelRecheck = async (ctx: Context, task: { companyId: number; taskId: number }): Promise<void> =>
  withdrawRechecks(ctx, { findings: await waitingFor(ctx, task) })

/** Withdraws the re-checks of findings that were closed otherwise. */
export async function withdrawRechecks(ctx: Context, { findings: closed }: { findings: Finding[] }): Promise<void> {
  for (const { submissionId, companyId, questionId } of closed)
    await withdrawFollowUps(ctx, { id: submissionId, companyId }, { kind: 'recheck', askedFor: questionId })
}

/** Asks again for the re-checks of findings that are open again while their tasks are done. */
export async function askAgain(ctx: Context, { findings: reopened }: { findings: Finding[] }): Promise<void> {
  for (const finding of reopened) {
    const { companyId, taskId, doneAt } = finding
    if (doneAt === null || taskId === null) continue
    const done = (await lastDoneOf(ctx.db, [taskId])).get(taskId)
    await askFor(ctx, finding, { companyId, taskId, by: done?.byId ?? null, at: doneAt })
  }
}

const waitingFor = (ctx: Context, { companyId, taskId }: { companyId: number; taskId: number }): Promise<Finding[]> =>
  ctx.db
    .select()
    .from(findings)
    .where(
      and(
        eq(findings.companyId, companyId),
        eq(findings.taskId, taskId),
        isNotNull(findings.recheckBy),
        isNull(findings.closedAt),
      ),
    )

/** Returns the questions to ask: the failed one, that of the trigger, or all that failed. */
function keysOf({ questionId }: Finding, { definition, score }: FoundSubmission): string[] {
  const { question_id: id, row_id } = keyParts(questionId)
  const { byId, parts } = compileForm(definition)
  if (byId.get(id)?.question) return [questionId]
  const part = parts.find(({ question }) => question?.triggers?.some(trigger => trigger.id === id))
  if (part) return [answerKey(part.id, row_id)]
  return (score?.failed ?? []).map(failed => answerKey(failed.question_id, failed.row_id))
}

async function ask(
  ctx: Context,
  followed: FoundSubmission,
  finding: Finding,
  keys: string[],
  doneBy: number | null,
): Promise<number> {
  const { companyId, answers, formName, definition } = followed
  const [task] = await ctx.db
    .select({ createdBy: tasks.createdBy, priority: tasks.priority, dueAfter: tasks.dueAfter })
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, finding.taskId ?? 0)))
  if (!task) return 0
  // Two people may each have done it, and a task may be done again: one look at a time.
  await withdrawFollowUps(ctx, followed, { kind: 'recheck', askedFor: finding.questionId })
  const again = new Set(keys)
  const unasked: Answers = Object.fromEntries(Object.entries(answers).filter(([key]) => !again.has(key)))
  const readers = await whoMay(ctx, 'read', 'Submission', followed)
  const isByOther = finding.recheckBy === 'other'
  const among = isByOther ? readers.filter(id => id !== doneBy) : readers
  return beginFollowUp(ctx, followed, {
    ...{ kind: 'recheck', keys, askedFor: finding.questionId, words: null, askedBy: null, ...task },
    ...{ former: answers, answers: unasked },
    to: [...peopleFor(followed, finding.recheckBy), ...(isByOther ? among.map(user_id => ({ user_id })) : [])],
    among,
    title: locale =>
      ctx.services.texts(locale)('findings.lookAgain', {
        question: textIn(finding.question ?? formName, locale, definition.default_language).text,
      }),
  })
}

function peopleFor({ userId }: FoundSubmission, meant: Rechecker | null) {
  const managers = { role_id: roles.manager }
  const person = meant === 'submitter' || meant === 'other' ? userId && { user_id: userId } : meant
  return person === 'manager' || !person ? [managers] : [person, managers]
}
