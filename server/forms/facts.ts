import type { OpenTasksChosen } from '#shared/forms/rules.ts'
import { DomainEvent } from '../lib/events.ts'

export type OfOpenTasks = { openTasks: OpenTasksChosen['open_tasks']; otherFormId?: number | undefined }

/** A form was archived, and it was said what becomes of the tasks that ask for it. */
export const formArchived = new DomainEvent<{ companyId: number; formId: number } & OfOpenTasks>('form.archived')
