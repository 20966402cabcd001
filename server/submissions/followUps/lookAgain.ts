/** A corrective task is done: whoever its form names looks again at what failed. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { KnownPerson } from '#shared/forms/answers/outcome.ts'
import { compileForm } from '#shared/forms/evaluation/compile.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { closeLookedAt } from '../../findings/commands.ts'
import { findings } from '../../findings/table.ts'
import type { Context } from '../../lib/context.ts'
import { tasks } from '../../tasks/table.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'
import { beginFollowUp } from './begin.ts'
import { withdrawFollowUps } from './withdraw.ts'

type Finding = typeof findings.$inferSelect

/**
 * Opens a re-check of what the task came of, for somebody who may see what was filled in. Where nobody can be asked, or no single question is
 * to be looked at, the finding ends with its task.
 */
export async function openRecheck(
  ctx: Context,
  task: { companyId: number; taskId: number; by: number | null; at: Date },
): Promise<void> {
  for (const finding of await waitingFor(ctx, task)) {
    const followed = await findSubmission(ctx.db, eq(submissions.id, finding.submissionId))
    if (!followed || followed.archivedAt) continue
    const keys = keysOf(finding, followed)
    const asked = keys.length > 0 ? await ask(ctx, followed, finding, keys) : 0
    if (asked === 0)
      await closeLookedAt(ctx, followed, { keys: [finding.questionId], by: task.by, at: task.at }, 'task')
  }
}

/** It was not done after all. */
export async function cancelRecheck(ctx: Context, task: { companyId: number; taskId: number }): Promise<void> {
  for (const { submissionId, companyId, questionId } of await waitingFor(ctx, task))
    await withdrawFollowUps(ctx, { id: submissionId, companyId }, { kind: 'recheck', askedFor: questionId })
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

/** The question that failed, or the one whose trigger opened the task; of what came of several, all that failed. */
function keysOf({ questionId }: Finding, { definition, score }: FoundSubmission): string[] {
  const { question_id: id, row_id } = keyParts(questionId)
  const { byId, parts } = compileForm(definition)
  if (byId.get(id)?.question) return [questionId]
  const part = parts.find(({ question }) => question?.triggers?.some(trigger => trigger.id === id))
  if (part) return [answerKey(part.id, row_id)]
  return (score?.failed ?? []).map(failed => answerKey(failed.question_id, failed.row_id))
}

async function ask(ctx: Context, followed: FoundSubmission, finding: Finding, keys: string[]): Promise<number> {
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
  return beginFollowUp(ctx, followed, {
    ...{ kind: 'recheck', keys, askedFor: finding.questionId, words: null, askedBy: null, ...task },
    ...{ former: answers, answers: unasked, to: peopleFor(followed, finding.recheckBy) },
    among: await whoMay(ctx, 'read', 'Submission', followed),
    title: locale =>
      ctx.services.texts(locale)('findings.lookAgain', {
        question: textIn(finding.question ?? formName, locale, definition.default_language).text,
      }),
  })
}

function peopleFor({ userId }: FoundSubmission, meant: KnownPerson | null) {
  const managers = { role_id: roles.manager }
  const person = meant === 'submitter' ? userId && { user_id: userId } : meant
  return person === 'manager' || !person ? [managers] : [person, managers]
}
