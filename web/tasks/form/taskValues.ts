import type { InputOf } from '#shared/lib/contract.ts'
import { localTime } from '#shared/lib/localTime.ts'
import type { Task, tasks } from '#shared/tasks/contract.ts'
import type { EditScope } from '#shared/tasks/rules.ts'
import { withoutName } from './assignees.ts'
import { presetOf } from './presets.ts'

/** What the form of a task holds: what is sent, and the names of what was picked. */
export type TaskValues = Pick<
  Task,
  | 'title'
  | 'titles'
  | 'priority'
  | 'starts_at'
  | 'due_after'
  | 'assignees'
  | 'subjects'
  | 'recurrence'
  | 'counted_from'
  | 'kind'
  | 'done_by'
  | 'per_subject'
  | 'opens_before'
  | 'late_for'
  | 'missed'
  | 'verify_after_days'
> & {
  description: string | null
  form_id: number | null
  guide_id: number | null
}

/** How long before or after, as the editor offers it. */
export const lateTimes = ['PT1H', 'PT4H', 'P1D', 'P3D', 'P7D'] as const

/** The values of a task, or of a new one that is to be done today. */
export const valuesOf = (task: Task | undefined, timeZone: string | undefined): TaskValues => ({
  ...presetOf('today', Date.now(), timeZone),
  ...(task && { due_after: task.due_after, starts_at: task.starts_at.slice(0, 16) }),
  title: task?.title ?? '',
  titles: task?.titles ?? null,
  description: task?.description ?? null,
  priority: task?.priority ?? 'normal',
  assignees: task?.assignees ?? [],
  form_id: task?.form_id ?? null,
  guide_id: task?.guide_id ?? null,
  subjects: task?.subjects ?? [],
  recurrence: task?.recurrence ?? null,
  counted_from: task?.counted_from ?? 'calendar',
  kind: task?.kind ?? 'check',
  done_by: task?.done_by ?? 'everyone',
  per_subject: task?.per_subject ?? false,
  opens_before: task?.opens_before ?? null,
  late_for: task?.late_for ?? null,
  missed: task?.missed ?? 'keep',
  verify_after_days: task?.verify_after_days ?? null,
})

/** What is sent for a new task: names stay here. */
export const draftOf = ({ assignees, subjects, titles, ...values }: TaskValues): InputOf<typeof tasks.create> => ({
  ...values,
  // A title that somebody wrote stands in their words alone.
  titles: titles && Object.values(titles).includes(values.title) ? titles : null,
  assignees: assignees.map(withoutName),
  subjects: subjects.map(({ type, id }) => ({ type, id })),
})

/**
 * What is sent for a change: of a series for which of its occurrences. A start that was not moved is not sent, so that the series is not.
 */
export function changesOf(
  values: TaskValues,
  task: Task,
  { scope, occurrence }: { scope: EditScope; occurrence: string | null },
): Omit<InputOf<typeof tasks.update>, 'id' | 'revision'> {
  const { starts_at: _, recurrence, ...changes } = draftOf(values)
  const { starts_at } = values
  const isMoved = starts_at !== task.starts_at.slice(0, 16)
  return {
    ...changes,
    ...(isMoved && { starts_at: scope === 'all' || !occurrence ? starts_at : movedTo(starts_at, task, occurrence) }),
    ...(recurrence !== task.recurrence && { recurrence }),
    // From where somebody looks at it; what is changed as a whole has no such place.
    ...(task.recurrence !== null && occurrence && scope !== 'all' && { scope, occurrence }),
  }
}

/** The start of one occurrence, moved as far as that of its series was. */
function movedTo(startsAt: string, task: Task, occurrence: string): string {
  const moved = Date.parse(`${startsAt}Z`) - Date.parse(`${task.starts_at.slice(0, 16)}Z`)
  const start = Date.parse(`${localTime(Date.parse(occurrence), task.timezone)}Z`)
  return new Date(start + moved).toISOString().slice(0, 16)
}
