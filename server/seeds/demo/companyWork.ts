/** What the haulier and the workshop of the demo have in common: corrective tasks, findings, guides and reports. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { GuideCategory } from '#shared/guides/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { closeFinding } from '../../findings/module.ts'
import { findings } from '../../findings/table.ts'
import { createGuide } from '../../guides/commands.ts'
import { confirmGuide, publishOwnGuide } from '../../guides/module.ts'
import { readNotifications } from '../../notifications/commands.ts'
import { completeTask } from '../../tasks/module.ts'
import { sentTasks, tasks } from '../../tasks/table.ts'
import { actAs, dateNotices, type Filling, type Person } from './acting.ts'
import { type Chance, day, hour } from './chance.ts'

/** Completes the corrective tasks that are open, as people do some hours later. */
export async function correct(
  filling: Filling,
  people: Person[],
  at: Date,
  note: string,
  chance: Chance,
): Promise<void> {
  const { db, now } = filling
  const [{ companyId } = { companyId: 0 }] = people
  const open = await db
    .select({ id: sentTasks.id, userId: sentTasks.userId })
    .from(sentTasks)
    .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
    // The second look is a form, and comes with the next round.
    .where(
      and(
        eq(sentTasks.companyId, companyId),
        isNull(tasks.formId),
        isNull(sentTasks.completedAt),
        isNull(sentTasks.skippedAt),
      ),
    )
    .orderBy(sentTasks.id)
  for (const { id, userId } of open) {
    const person = people.find(one => one.userId === userId)
    const later = new Date(Math.min(now.getTime(), at.getTime() + chance.between(2, 20) * hour))
    if (person) await actAs(filling, person, later, ctx => completeTask({ id, note }, ctx))
  }
}

/** The finding about a question that nobody has closed. */
const openFinding = async ({ db }: Filling, { companyId }: Person, questionId: string) => {
  const [finding] = await db
    .select({ id: findings.id, sentId: sentTasks.id, userId: sentTasks.userId })
    .from(findings)
    .innerJoin(sentTasks, eq(sentTasks.taskId, findings.taskId))
    .where(and(eq(findings.companyId, companyId), eq(findings.questionId, questionId), isNull(findings.closedAt)))
    .orderBy(desc(findings.id))
  if (!finding) throw new Error(`Nothing is found about ${questionId}.`)
  return finding
}

/** Does the task of one finding, which then waits for a second look. */
export async function correctOne(filling: Filling, people: Person[], at: Date, questionId: string, note: string) {
  const [manager] = people
  if (!manager) return
  const { sentId, userId } = await openFinding(filling, manager, questionId)
  const person = people.find(one => one.userId === userId) ?? manager
  await actAs(filling, person, at, ctx => completeTask({ id: sentId, note }, ctx))
}

/** Closes one finding with words, as a manager does who knew it already. */
export async function closeOne(filling: Filling, manager: Person, at: Date, questionId: string, reason: string) {
  const { id } = await openFinding(filling, manager, questionId)
  await actAs(filling, manager, at, ctx => closeFinding({ id, reason }, ctx))
}

type Guide = { title: LocalizedText; body: LocalizedText; category: GuideCategory; readers: Person[] }

/** Publishes a guide that everybody must read; some have. */
export async function publishMustRead(filling: Filling, manager: Person, at: Date, guide: Guide): Promise<number> {
  const { title, body, category, readers } = guide
  const draft = { title, body, category, mustRead: true, defaultLanguage: manager.locale }
  const { id } = await actAs(filling, manager, at, ctx => createGuide(draft, ctx))
  await actAs(filling, manager, at, ctx => publishOwnGuide({ id }, ctx))
  const readAt = new Date(at.getTime() + day)
  for (const reader of readers) await actAs(filling, reader, readAt, ctx => confirmGuide({ id, version: 1 }, ctx))
  return id
}

/** What the bell said in the past was read; `at` is the moment at which people looked. */
export async function readTheBell(filling: Filling, people: Person[], at: Date): Promise<void> {
  for (const person of people) {
    await dateNotices(filling, person, at)
    await actAs(filling, person, at, ctx => readNotifications({ all: true }, ctx))
  }
}
