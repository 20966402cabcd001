import { eq } from 'drizzle-orm'
import type { InputOf } from '#shared/lib/contract.ts'
import { tasks as calls } from '#shared/tasks/contract.ts'
import type { Task } from '#shared/tasks/task.ts'
import { followSeries } from '../tasks/jobs.ts'
import { sentTasks, tasks } from '../tasks/table.ts'
import { type Person, platform } from './people.ts'
import { tend } from './tend.ts'

/** A daily series for some people, from a week ago on. */
export const daily = (
  boss: Person,
  people: Person[],
  draft: Partial<InputOf<typeof calls.create>> = {},
): Promise<Task> =>
  boss.call(calls.create, {
    title: 'Check the pens',
    recurrence: 'FREQ=DAILY',
    starts_at: hoursAhead(-24 * 7),
    timezone: 'UTC',
    due_after: 'PT2H',
    assignees: people.map(({ id }) => ({ user_id: id })),
    ...draft,
  })

/** A local time in UTC, some hours from now. */
export const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(0, 16)

/**
 * A local time in UTC, an hour ago, but of today: soon after midnight a series that began yesterday has no first
 * occurrence any more.
 */
export const startedToday = () =>
  new Date(Math.max(Date.now() - 3600_000, new Date().setUTCHours(0, 0, 0, 0))).toISOString().slice(0, 16)

/** What the clock would do each minute. */
export async function minutePasses(): Promise<void> {
  const { services } = await tend()
  const after = await platform(db => followSeries.work({}, { db, services }))
  await after?.()
}

/** Sets a series back as if the server had been stopped for some days. */
export async function standStill(taskId: number, days: number): Promise<void> {
  await platform(async db => {
    const [series] = await db.select().from(tasks).where(eq(tasks.id, taskId))
    const earlier = (moment: Date | null | undefined) => moment && new Date(moment.getTime() - days * 86_400_000)
    await db.delete(sentTasks).where(eq(sentTasks.taskId, taskId))
    await db
      .update(tasks)
      .set({ nextAt: earlier(series?.nextAt) ?? null, makeAt: earlier(series?.makeAt) ?? null })
      .where(eq(tasks.id, taskId))
  })
}
