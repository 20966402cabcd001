/**
 * A task that is done once, by people: it is written with all that belongs to it in one statement, and what is said of it, to whoever gave it
 * and to whoever got it, follows from what was written. Nothing is read again. What has more to it (series, subjects, places, what one of several
 * does for all) goes the way of `send.ts`.
 */
import type { LocalizedText } from '#shared/lib/fields.ts'
import { noted } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { together } from '../lib/db/pools.ts'
import { writeWhole } from '../lib/db/wholes.ts'
import { pointerNames } from '../subjects/registers.ts'
import type { Assignee, Member } from './assignees.ts'
import { rowsAtOnce, timesOf } from './making.ts'
import type { FoundSentTask } from './queries.ts'
import type { FoundTask, TaskRow } from './recurrence/series.ts'
import { assigneeRow, tellOf } from './send.ts'
import { sentTasks, taskAssignees, tasks } from './table.ts'

type Given = {
  values: typeof tasks.$inferInsert
  /** When it begins. */
  first: Date
  /** Each once. */
  assignees: Assignee[]
  people: Promise<Member[]>
  formName: LocalizedText | null
  guideTitle: LocalizedText | null
}

/** Those of the assignees who are not named before. */
export const distinct = (assignees: Assignee[]): Assignee[] => [
  ...new Map(assignees.map(assignee => [JSON.stringify(assignee), assignee])).values(),
]

/** Whether all that will be said of it follows from what is given. */
export const isKnownBefore = ({ values, assignees }: Pick<Given, 'values' | 'assignees'>): boolean =>
  !values.recurrence &&
  assignees.every(assignee => 'user_id' in assignee) &&
  assignees.length <= rowsAtOnce &&
  (values.doneBy !== 'any_one' || assignees.length === 1)

/** Writes it and tells its people; the task as whoever reads it finds it. What `people` refuses takes it back. */
export async function giveAtOnce(ctx: Context, { values, first, assignees, people, ...named }: Given) {
  const { companyId } = values
  // Whom one of them does not mean is refused, so these are its people.
  const ids = assignees.flatMap(assignee => ('user_id' in assignee ? [assignee.user_id] : []))
  const times = timesOf(values, first)
  const occurrences = { table: sentTasks, owner: 'taskId', rows: ids.map(userId => ({ companyId, userId, ...times })) }
  const written = writeWhole(ctx.db, tasks, values, [
    {
      table: taskAssignees,
      owner: 'taskId',
      rows: assignees.map(assignee => ({ companyId, ...assigneeRow(assignee) })),
    },
    noted(ctx, 'task.created', { type: 'Task', companyId }),
    occurrences,
  ])
  const [
    members,
    {
      row,
      ids: [, , sentIds = []],
    },
  ] = await together(people, written)
  const names = new Map(members.map(({ userId, name }) => [userId, name]))
  const nameOf = (userId: number) => names.get(userId) ?? ''
  const sent = ids.map((userId, at) =>
    occurrenceOf(row, { ...times, id: sentIds[at] ?? 0, userId, userName: nameOf(userId) }, named),
  )
  await tellOf(ctx, sent, names.get(ctx.actor.id))
  const { searchText, ...columns } = row
  return {
    ...columns,
    ...named,
    ...{ originSubmissionId: null, originQuestionId: null, subjects: [] },
    assignees: ids.map(userId => ({ user_id: userId, name: nameOf(userId) })),
  } satisfies FoundTask as FoundTask
}

type Named = Pick<Given, 'formName' | 'guideTitle'>
type Whose = ReturnType<typeof timesOf> & { id: number; userId: number; userName: string }

/** An occurrence that was just written: nobody did anything of it yet, and it came of nothing. */
function occurrenceOf(task: TaskRow, whose: Whose, named: Named): FoundSentTask {
  const { companyId, id: taskId, title, titles, description, priority, kind, proof, recurrence, doneBy } = task
  const { countedFrom, rootCause, rootCauseWords, control, verifyAfterDays, revision, formId, guideId } = task
  const { createdAt } = task
  return {
    ...whose,
    ...named,
    ...{ companyId, taskId, title, titles, description, priority, kind, proof, recurrence, doneBy, countedFrom },
    ...{ rootCause, rootCauseWords, control, verifyAfterDays, revision, formId, guideId, createdAt },
    ...{
      seenAt: null,
      completedAt: null,
      completedBy: null,
      recordedBy: null,
      completedOutside: null,
      completedByName: null,
    },
    ...{
      skippedAt: null,
      skippedReason: null,
      note: null,
      missedAt: null,
      escalated: 0,
      doneWith: null,
      recordedAt: null,
    },
    ...{ originSubmissionId: null, originQuestionId: null, originPhotos: [], submissionId: null, proofPhotos: [] },
    ...{ others: [], verification: null, verifies: null, subjects: [], ...aboutNothing },
  }
}

const aboutNothing = Object.fromEntries(pointerNames.map(name => [name, null])) as Record<
  (typeof pointerNames)[number],
  null
>
