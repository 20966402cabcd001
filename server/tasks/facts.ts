import { DomainEvent } from '../lib/events.ts'

/** Somebody did what a task asks for; nobody of the company where a helper did by the link of a mail. */
export const taskDone = new DomainEvent<{ companyId: number; taskId: number; by: number | null; at: Date }>('task.done')

/** And took that back. */
export const taskReopened = new DomainEvent<{ companyId: number; taskId: number }>('task.reopened')
