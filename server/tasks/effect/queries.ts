/** What is known of whether the work of occurrences helped, on both sides: of what was done, and of the task that asks after it. */
import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SentTask } from '#shared/tasks/task.ts'
import { users } from '../../accounts/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sentTasks, tasks } from '../table.ts'
import { effectChecks } from './table.ts'

/** The row of whoever did it for all, by which the others are not counted twice. */
const ownEnd = and(isNotNull(sentTasks.completedAt), isNull(sentTasks.doneWith))
const doers = alias(users, 'doers')

/** Whether each of the occurrences helped, as far as somebody is to look; the last look of each. */
export async function verificationsOf(
  db: Database,
  sentTaskIds: number[],
): Promise<Map<number, NonNullable<SentTask['verification']>>> {
  if (sentTaskIds.length === 0) return new Map()
  const rows = await db
    .select({
      ...{ sentTaskId: effectChecks.sentTaskId, taskId: effectChecks.taskId, effect: effectChecks.effect },
      ...{ startsAt: sentTasks.startsAt, note: sentTasks.note, completedAt: sentTasks.completedAt, name: doers.name },
    })
    .from(effectChecks)
    .innerJoin(tasks, and(eq(tasks.companyId, effectChecks.companyId), eq(tasks.id, effectChecks.taskId)))
    .innerJoin(sentTasks, and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id)))
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .where(
      and(
        inArray(effectChecks.sentTaskId, sentTaskIds),
        or(isNotNull(effectChecks.effect), isNull(tasks.archivedAt)),
        or(isNull(effectChecks.effect), ownEnd),
      ),
    )
    .orderBy(desc(effectChecks.id))
  const found = new Map<number, NonNullable<SentTask['verification']>>()
  for (const { sentTaskId, effect, startsAt, note, completedAt, name } of rows)
    if (!found.has(sentTaskId))
      found.set(sentTaskId, {
        state: effect ?? 'waiting',
        from: startsAt.toISOString(),
        ...(effect
          ? { at: completedAt?.toISOString() ?? null, by_name: name, note }
          : { at: null, by_name: null, note: null }),
      })
  return found
}

export type Verified = NonNullable<SentTask['verifies']> & {
  completedBy: number | null
  recordedBy: number | null
  effect: 'worked' | 'failed' | null
}

/** What the tasks ask after, by task. */
export async function verifiedBy(db: Database, taskIds: number[]): Promise<Map<number, Verified>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .select({
      ...{ checkId: effectChecks.taskId, effect: effectChecks.effect, sentId: sentTasks.id, taskId: sentTasks.taskId },
      recordedBy: sentTasks.recordedBy,
      ...{ completedBy: sentTasks.completedBy, completedAt: sentTasks.completedAt, note: sentTasks.note },
      ...{ outside: sentTasks.completedOutside, name: doers.name, title: tasks.title, titles: tasks.titles },
    })
    .from(effectChecks)
    .innerJoin(
      sentTasks,
      and(eq(sentTasks.companyId, effectChecks.companyId), eq(sentTasks.id, effectChecks.sentTaskId)),
    )
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .where(inArray(effectChecks.taskId, taskIds))
  return new Map(
    rows.map(
      ({
        checkId,
        effect,
        sentId,
        taskId,
        completedBy,
        recordedBy,
        completedAt,
        note,
        outside,
        name,
        title,
        titles,
      }) => [
        checkId,
        {
          ...{ sent_task_id: sentId, task_id: taskId, title, titles, note, completedBy, recordedBy, effect },
          ...{ done_at: completedAt?.toISOString() ?? null, done_by_name: name ?? outside },
        },
      ],
    ),
  )
}
