import { inviteAccepted } from '../companies/ports.ts'
import { formArchived } from '../forms/facts.ts'
import { on } from '../lib/events.ts'
import { openFirstTasks } from './firstTasks.ts'
import { settleTasksOfForm } from './tasksOfForm.ts'

export const taskListeners = [on(inviteAccepted, openFirstTasks), on(formArchived, settleTasksOfForm)]
