import { on } from '../lib/events.ts'
import { taskDone, taskReopened } from '../tasks/ports.ts'
import { closeWithTask, reopenWithTask } from './commands.ts'

/** A finding ends with its task, and comes back with it. */
export const findingListeners = [on(taskDone, closeWithTask), on(taskReopened, reopenWithTask)]
