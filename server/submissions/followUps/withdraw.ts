import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { FollowUpKind } from '#shared/submissions/followUpKinds.ts'
import type { Context } from '../../lib/context.ts'
import { withdrawTask } from '../../tasks/endSeries.ts'
import { sentTasks } from '../../tasks/table.ts'
import { submissions } from '../table.ts'

type Meant = { kind?: FollowUpKind; askedFor?: string; except?: number }

/**
 * Takes back what is asked anew of a submission and was not answered yet, with its tasks. What a phone completes of it all the same counts: it
 * may be on its way. The drafts as they were, so that what begins in their place can go on with them.
 */
export async function withdrawFollowUps(
  ctx: Context,
  followed: { id: number; companyId: number },
  { kind, askedFor, except }: Meant = {},
): Promise<{ userId: number | null; answers: Answers }[]> {
  const open: (SQL | undefined)[] = [
    eq(submissions.companyId, followed.companyId),
    eq(submissions.followsId, followed.id),
    eq(submissions.status, 'draft'),
    isNull(submissions.archivedAt),
    kind && eq(submissions.followsAs, kind),
    askedFor === undefined ? undefined : eq(submissions.askedFor, askedFor),
    except === undefined ? undefined : ne(submissions.id, except),
  ]
  const drafts = await ctx.db
    .update(submissions)
    .set({ archivedAt: ctx.now })
    .where(and(...open))
    .returning({ userId: submissions.userId, answers: submissions.answers, taskSentId: submissions.taskSentId })
  for (const taskId of await tasksOf(ctx, followed.companyId, drafts)) await withdrawTask(ctx, { ...followed, taskId })
  return drafts
}

async function tasksOf(ctx: Context, companyId: number, drafts: { taskSentId: number | null }[]): Promise<Set<number>> {
  const ids = drafts.flatMap(({ taskSentId }) => taskSentId ?? [])
  if (ids.length === 0) return new Set()
  const found = await ctx.db
    .selectDistinct({ taskId: sentTasks.taskId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), inArray(sentTasks.id, ids)))
  return new Set(found.map(({ taskId }) => taskId))
}
