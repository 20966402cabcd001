import { and, asc, eq } from 'drizzle-orm'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Database } from '../lib/db/pools.ts'
import { sentTasks, tasks } from '../tasks/table.ts'
import { users } from '../users/table.ts'
import { findings } from './table.ts'

/** The tasks that failed answers opened: done when anybody who has one did it, with a name where it is one person's. */
export async function tasksThatCameOf(
  db: Database,
  submission: { companyId: number; id: number },
): Promise<SubmissionDetail['tasks']> {
  const rows = await peopleWithTasks(db, submission)
  return [...Map.groupBy(rows, ({ taskId }) => taskId).values()].flatMap(people => {
    const [first] = people
    if (!first) return []
    return {
      task_id: first.taskId,
      question_id: first.questionId,
      title: first.title,
      assignee: people.length === 1 ? first.assignee : null,
      due_at: first.dueAt?.toISOString() ?? null,
      is_completed: people.some(({ completedAt }) => completedAt !== null),
    }
  })
}

/** A row for each task and person; one without a person for a task that nobody got. */
const peopleWithTasks = (db: Database, { companyId, id }: { companyId: number; id: number }) =>
  db
    .select({
      taskId: tasks.id,
      questionId: findings.questionId,
      title: tasks.title,
      assignee: users.name,
      dueAt: sentTasks.dueAt,
      completedAt: sentTasks.completedAt,
    })
    .from(findings)
    .innerJoin(tasks, eq(tasks.id, findings.taskId))
    .leftJoin(sentTasks, and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id)))
    .leftJoin(users, eq(users.id, sentTasks.userId))
    .where(and(eq(findings.companyId, companyId), eq(findings.submissionId, id)))
    .orderBy(asc(findings.id), asc(sentTasks.id))
