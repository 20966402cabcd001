import type { SubjectType } from '#shared/subjects/registry.ts'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'
import type { tasks } from '../table.ts'

export type Subject = CalendarEntry['subjects'][number]

type Told = Pick<typeof tasks.$inferSelect, 'id' | 'title' | 'titles' | 'kind' | 'priority' | 'formId' | 'recurrence'>

/** What an entry says of its task. */
export const entryOf = (task: Told, startsAt: Date, dueAt: Date) => ({
  ...{ source: 'task' as const, task_id: task.id, title: task.title, titles: task.titles },
  ...{ kind: task.kind, priority: task.priority, is_cut: false },
  ...{ starts_at: startsAt.toISOString(), due_at: dueAt.toISOString() },
  ...{ form_id: task.formId, is_series: task.recurrence !== null },
})

export const plain = (subjects: { type: SubjectType; id: number; name: string }[]): Subject[] =>
  subjects.map(({ type, id, name }) => ({ type, id, name }))
