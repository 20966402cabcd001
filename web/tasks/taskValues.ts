import type { InputOf } from '#shared/lib/contract.ts'
import type { Task, tasks } from '#shared/tasks/contract.ts'
import { presetOf } from './presets.ts'

/** What the form of a task holds: what is sent, and the names of what was picked. */
export type TaskValues = Pick<Task, 'title' | 'priority' | 'starts_at' | 'due_after' | 'assignees' | 'subjects'> & {
  description: string | null
  form_id: number | null
}

/** The values of a task, or of a new one that is to be done today. */
export const valuesOf = (task: Task | undefined, timeZone: string | undefined): TaskValues => ({
  ...presetOf('today', Date.now(), timeZone),
  ...(task && { due_after: task.due_after, starts_at: task.starts_at.slice(0, 16) }),
  title: task?.title ?? '',
  description: task?.description ?? null,
  priority: task?.priority ?? 'normal',
  assignees: task?.assignees ?? [],
  form_id: task?.form_id ?? null,
  subjects: task?.subjects ?? [],
})

/** What is sent for a new task: names stay here. */
export const draftOf = ({ assignees, subjects, ...values }: TaskValues): InputOf<typeof tasks.create> => ({
  ...values,
  assignees: assignees.map(one => ('user_id' in one ? { user_id: one.user_id } : { role_id: one.role_id })),
  subjects: subjects.map(({ type, id }) => ({ type, id })),
})

/** What is sent for a change; who gets a task is settled when it is made. */
export function changesOf(values: TaskValues): Omit<InputOf<typeof tasks.update>, 'id' | 'revision'> {
  const { assignees: _, ...changes } = draftOf(values)
  return changes
}
