import type { OpenTasksChosen } from '#shared/forms/rules.ts'
import { DomainEvent, QueryPort } from '../lib/ports.ts'

export type OfOpenTasks = { openTasks: OpenTasksChosen['open_tasks']; otherFormId?: number | undefined }

/** A form was archived, with the choice of what happens to the tasks that ask for it. */
export const formArchived = new DomainEvent<{ companyId: number; formId: number } & OfOpenTasks>('form.archived')

/** How many open tasks and running series ask for a form to be filled in. */
export const openTasksOf = new QueryPort<{ companyId: number; formId: number }, number>('forms.open-tasks')
