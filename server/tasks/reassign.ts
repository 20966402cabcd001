/** Reassigns occurrences, reminds of them, and reads the board of how each person's work is going. */
import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Titled } from '#shared/lib/taskFields.ts'
import { boardDays } from '#shared/tasks/calendar.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { isAtWork } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { memberships } from '../companies/table.ts'
import { type Context, companyOf, type Topic } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { notify, notifyEach } from '../notifications/commands.ts'
import { subjectColumnNames } from '../subjects/registers.ts'
import { findUserName, saidTitle, taskAssigned } from './assign.ts'
import { resolveAssignees } from './assignees.ts'
import { broadcastChanges } from './occurrences.ts'
import { type FoundSentTask, hasEnded, lockSentTasks, notWithdrawn } from './sentTaskQueries.ts'
import { sentTasks, tasks } from './table.ts'
import { isNotBegun } from './update.ts'

/**
 * Reassigns occurrences that are open and not begun with a form. Returns how many. Throws `invalid` for a person who
 * is no member at work, and `not_found` for a missing occurrence.
 */
export async function reassignOccurrences(
  ctx: Context,
  { sentTaskIds, userId }: { sentTaskIds: number[]; userId: number },
) {
  const companyId = companyOf(ctx)
  const [person] = await resolveAssignees(ctx.db, companyId, [{ user_id: userId }])
  if (!person) throw invalidField('user_id', 'not_a_member')
  const found = await lockReadable(ctx, sentTaskIds)
  if (found.length < new Set(sentTaskIds).size) throw new Problem('not_found')
  const [giver] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, ctx.actor.id))
  const movable = found.filter(sent => sent.userId !== userId && !hasEnded(sent) && sent.submissionId === null)
  let given = 0
  // Of one occurrence that several people have, the person gets one, and hears of it once.
  for (const [sent, ...others] of Map.groupBy(movable, occurrenceOf).values()) {
    if (!sent) continue
    const { id, isNew } = await moveRow(ctx, sent, userId)
    for (const other of others) await moveRow(ctx, other, userId)
    for (const { userId: from } of [sent, ...others])
      await audit(ctx, 'task.given', { type: 'Task', id: sent.taskId, companyId }, { from, to: userId })
    if (isNew && userId !== ctx.actor.id)
      await notify(ctx, taskAssigned, [userId], {
        ...{ taskId: sent.taskId, sentId: id, title: sent.title, titles: sent.titles, by: giver?.name ?? 'tend' },
        isUrgent: sent.priority === 'urgent',
      })
    given++
  }
  await broadcastToReaders(ctx, companyId, [...movable.map(sent => sent.userId), userId])
  return { given }
}

/** Identifies an occurrence, of which each of its people has a row. */
const occurrenceOf = ({ taskId, startsAt, ...sent }: FoundSentTask): string =>
  [taskId, startsAt.getTime(), ...subjectColumnNames.map(name => sent[name])].join(' ')

/** Broadcasts to these people and to everybody who sees the tasks of all that some changed. */
async function broadcastToReaders(ctx: Context, companyId: number, people: number[]): Promise<void> {
  broadcastChanges(ctx, [...new Set([...people, ...(await whoMay(ctx, 'read', 'Task', { companyId }))])])
}

/** Locks those of the occurrences that the actor may read, except withdrawn ones. */
function lockReadable(ctx: Context, sentTaskIds: number[]): Promise<FoundSentTask[]> {
  const mine = and(eq(sentTasks.companyId, companyOf(ctx)), accessible(ctx.ability, 'read', 'SentTask', sentTasks))
  return lockSentTasks(ctx.db, and(mine, inArray(sentTasks.id, sentTaskIds), notWithdrawn))
}

/** Nobody is reminded of one thing more often. */
const hourlyMs = 3_600_000

/**
 * Notifies the people of open occurrences, except the actor and those who were reminded within the hour. Returns how
 * many hear of it. Throws `not_found` where the actor may read none of them.
 */
export async function remindPeople(ctx: Context, { sentTaskIds }: { sentTaskIds: number[] }) {
  const found = await lockReadable(ctx, sentTaskIds)
  if (found.length === 0) throw new Problem('not_found')
  const due = found.filter(
    sent =>
      !hasEnded(sent) &&
      sent.userId !== ctx.actor.id &&
      (sent.remindedAt === null || sent.remindedAt.getTime() <= ctx.now.getTime() - hourlyMs),
  )
  if (due.length === 0) return { reminded: 0 }
  const ids = due.map(({ id }) => id)
  await ctx.db.update(sentTasks).set({ remindedAt: ctx.now }).where(inArray(sentTasks.id, ids))
  const by = (await findUserName(ctx, ctx.actor.id)) ?? 'tend'
  const reminded = await notifyEach(
    ctx,
    taskReminder,
    due.map(({ id, taskId, title, titles, userId, priority }) => ({
      people: [userId],
      facts: { taskId, sentId: id, title, titles, by, isUrgent: priority === 'urgent' },
    })),
  )
  await broadcastToReaders(ctx, companyOf(ctx), [ctx.actor.id])
  return { reminded }
}

type Reminder = Titled & { taskId: number; sentId: number; by: string; isUrgent: boolean }

export const taskReminder: Topic<Reminder> = {
  name: 'task.reminder',
  bell: ({ taskId, sentId, by, isUrgent, ...titled }) => ({
    values: { title: saidTitle(titled), by },
    href: `/tasks/${sentId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}

/**
 * Moves a row to a person. Where that person has the occurrence already it is deleted, unless an external helper wrote
 * to it. Returns the id of their row, and whether they had none before.
 */
async function moveRow(ctx: Context, sent: FoundSentTask, userId: number): Promise<{ id: number; isNew: boolean }> {
  const { companyId, id, taskId, startsAt } = sent
  const alike = subjectColumnNames.map(name => sql`${sentTasks[name]} is not distinct from ${sent[name]}`)
  const [theirs] = await ctx.db
    .select({ id: sentTasks.id })
    .from(sentTasks)
    .where(
      and(
        ...[eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), eq(sentTasks.userId, userId)],
        ...[eq(sentTasks.startsAt, startsAt), ...alike],
      ),
    )
  if (theirs) await ctx.db.delete(sentTasks).where(and(eq(sentTasks.id, id), await isNotBegun(ctx, companyId, taskId)))
  else {
    const asNew = { userId, seenAt: null, escalated: 0, remindedAt: null }
    await ctx.db.update(sentTasks).set(asNew).where(eq(sentTasks.id, id))
  }
  return { id: theirs?.id ?? id, isNew: !theirs }
}

/** People on the board, those with most overdue work first. */
const maxPeople = 500

/** Counts open and overdue work of each person, and how much of what was due lately was done. */
export async function boardOf(ctx: Context, companyId: number) {
  const since = new Date(ctx.now.getTime() - boardDays * 86_400_000)
  const isOpenRow = sql`num_nonnulls(${sentTasks.completedAt}, ${sentTasks.skippedAt}, ${sentTasks.missedAt}) = 0`
  const isDue = sql`${sentTasks.dueAt} <= ${ctx.now.toISOString()}::timestamptz`
  const number = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
  const overdue = number(sql`${isOpenRow} and ${isDue}`)
  const rows = await ctx.db
    .select({
      ...{ userId: sentTasks.userId, userName: users.name, overdue },
      isAway: sql<boolean>`bool_and(${memberships.userId} is null)`,
      open: number(isOpenRow),
      due: number(sql`${isDue} and ${sentTasks.skippedAt} is null`),
      done: number(sql`${isDue} and ${sentTasks.completedAt} is not null`),
    })
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .leftJoin(
      memberships,
      and(eq(memberships.companyId, sentTasks.companyId), eq(memberships.userId, sentTasks.userId), isAtWork),
    )
    .where(
      and(
        ...[eq(sentTasks.companyId, companyId), gte(sentTasks.dueAt, since), notWithdrawn],
        accessible(ctx.ability, 'read', 'SentTask', sentTasks),
      ),
    )
    .groupBy(sentTasks.userId, users.name)
    .orderBy(desc(overdue), asc(alphabetical(users.name, ctx.locale)))
    .limit(maxPeople)
  return rows.map(({ userId, userName, isAway, due, done, ...counts }) => ({
    ...{ user_id: userId, user_name: userName, is_away: isAway, ...counts },
    done_percent: due > 0 ? Math.round((done / due) * 100) : null,
  }))
}
