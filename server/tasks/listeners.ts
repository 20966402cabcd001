import { inviteAccepted } from '../invites/facts.ts'
import { on } from '../lib/events.ts'
import { openFirstTasks } from './firstTasks.ts'

export const taskListeners = [on(inviteAccepted, openFirstTasks)]
