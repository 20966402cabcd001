import { on } from '../lib/events.ts'
import { taskDone, taskReopened } from '../tasks/ports.ts'
import { recordWithTask, takeBackWithTask } from './withTasks.ts'

/** Maintenance is done with its task, and comes back with it. */
export const vehicleLogListeners = [on(taskDone, recordWithTask), on(taskReopened, takeBackWithTask)]
