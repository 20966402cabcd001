import type { FindingEnd, FindingStage } from '#shared/lib/findingStages.ts'
import type { TaskKind } from '#shared/tasks/rules.ts'
import { DomainEvent, QueryPort } from '../lib/ports.ts'

/** A task was created. */
export const taskCreated = new DomainEvent<{ companyId: number; taskId: number }>('task.created')

/** Occurrences of tasks that were due an hour ago are open. */
export const sentTasksOverdue = new DomainEvent<{ companyId: number; ids: number[] }>('task.overdue')

/** A task was completed. `by` is null where an external helper did it. */
export const taskCompleted = new DomainEvent<{
  companyId: number
  taskId: number
  kind: TaskKind
  /** The occurrence that its person or helper completed. */
  sentTaskId: number
  by: number | null
  at: Date
  /** The submission whose failed answer opened the task; null where none did, and it has no findings. */
  originSubmissionId: number | null
}>('task.done')

/** A completed task was reopened. */
export const taskReopened = new DomainEvent<{ companyId: number; taskId: number; kind: TaskKind }>('task.reopened')

/** A picture beside the answer that opened a task. */
type OriginPhoto = { path: string; name: string }
export type Origin = {
  submissionId: number
  questionId: string
  photos: OriginPhoto[]
  stage: FindingStage
  closedAt: Date | null
  closedHow: FindingEnd | null
}

/** The failed answer that opened a task, with its pictures, by task. */
export const originsOf = new QueryPort<number[], Map<number, Origin>>('tasks.origins')

/** Pictures of what opened a corrective task where that was no answer, by task. */
export const otherPhotosOf = new QueryPort<number[], Map<number, OriginPhoto[]>>('tasks.other-photos')

/** The completed submission of an occurrence, or its latest draft, by occurrence. */
export const submissionsOf = new QueryPort<number[], Map<number, number>>('tasks.submissions')

/** Whether the form of an occurrence was completed, by the named submission if there is one. */
export const hasSubmitted = new QueryPort<
  { companyId: number; sentTaskId: number; userId: number; formId: number; submissionId: number | undefined },
  boolean
>('tasks.has-submitted')

/** The occurrences of a task whose form somebody has begun. */
export const withSubmissions = new QueryPort<{ companyId: number; taskId: number }, number[]>('tasks.begun')
