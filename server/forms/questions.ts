import { QueryPort } from '../lib/queryPorts.ts'

/** How many open tasks and running series ask for a form to be filled in. */
export const openTasksOf = new QueryPort<{ companyId: number; formId: number }, number>('forms.open-tasks')
