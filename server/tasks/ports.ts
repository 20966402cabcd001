import { DomainEvent } from '../lib/events.ts'
import { QueryPort } from '../lib/queryPorts.ts'

/** Somebody did what a task asks for; nobody of the company where a helper did by the link of a mail. */
export const taskDone = new DomainEvent<{
  companyId: number
  taskId: number
  by: number | null
  at: Date
  /** The submission whose failed answer opened the task; null where none did, and it has no findings. */
  originSubmissionId: number | null
}>('task.done')

/** And took that back. */
export const taskReopened = new DomainEvent<{ companyId: number; taskId: number }>('task.reopened')

/** A picture beside the answer that opened a task. */
type OriginPhoto = { path: string; name: string }
export type Origin = { submissionId: number; questionId: string; photos: OriginPhoto[] }

/** Which failed answer opened a task, with its pictures, by the task. */
export const originsOf = new QueryPort<number[], Map<number, Origin>>('tasks.origins')

/** The completed submission of an occurrence, or the draft that was begun last, by the occurrence. */
export const submissionsOf = new QueryPort<number[], Map<number, number>>('tasks.submissions')

/** Whether somebody has completed the form for an occurrence, by that very submission where one is named. */
export const hasSubmitted = new QueryPort<
  { companyId: number; sentTaskId: number; userId: number; formId: number; submissionId: number | undefined },
  boolean
>('tasks.has-submitted')

/** The occurrences of a task for which somebody has begun to fill in its form. */
export const withSubmissions = new QueryPort<{ companyId: number; taskId: number }, number[]>('tasks.begun')
