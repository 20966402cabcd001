/** With whom somebody shares an occurrence that any one of them can do for all. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { SentTask } from '#shared/tasks/task.ts'
import { users } from '../accounts/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { type Pointer, pointerNames } from '../subjects/registers.ts'
import { sentTasks } from './table.ts'

export type Occurrence = { id: number; companyId: number; taskId: number; startsAt: Date } & Record<
  Pointer,
  number | null
>

const aboutWhat = Object.fromEntries(pointerNames.map(name => [name, sentTasks[name]])) as Pick<
  typeof sentTasks,
  Pointer
>

/** More are not asked by name. */
const maxOthers = 50

/** The same task at the same time about the same thing is one occurrence, in a row for each of its people. */
const nameOf = (sent: Occurrence): string =>
  [sent.taskId, sent.startsAt.getTime(), ...pointerNames.map(name => sent[name])].join(' ')

/** The others of each occurrence, by name. */
export async function othersOf(
  db: Database,
  found: (Occurrence & { doneBy: string })[],
): Promise<Map<number, SentTask['others']>> {
  const shared = found.filter(({ doneBy }) => doneBy === 'any_one')
  const [first] = shared
  if (!first) return new Map()
  const rows = await db
    .select({
      ...{ id: sentTasks.id, companyId: sentTasks.companyId, taskId: sentTasks.taskId, startsAt: sentTasks.startsAt },
      ...aboutWhat,
      ...{ userId: sentTasks.userId, name: users.name },
    })
    .from(sentTasks)
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .where(
      and(
        ...[eq(sentTasks.companyId, first.companyId), inArray(sentTasks.taskId, unique(shared, 'taskId'))],
        inArray(sentTasks.startsAt, unique(shared, 'startsAt')),
      ),
    )
    .orderBy(asc(users.name), asc(sentTasks.id))
  const byOccurrence = Map.groupBy(rows, nameOf)
  return new Map(
    shared.map(sent => [
      sent.id,
      (byOccurrence.get(nameOf(sent)) ?? [])
        .filter(({ id }) => id !== sent.id)
        .slice(0, maxOthers)
        .map(({ userId: user_id, name }) => ({ user_id, name })),
    ]),
  )
}

const unique = <Name extends 'taskId' | 'startsAt'>(found: Occurrence[], name: Name): Occurrence[Name][] => [
  ...new Set(found.map(sent => sent[name])),
]
