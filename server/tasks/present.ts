import { wire } from '#shared/lib/casing.ts'
import type { FoundSentTask } from './sentTaskQueries.ts'
import type { FoundTask } from './recurrence/series.ts'

/** A task in wire form. */
export const presentTask = (task: FoundTask) => ({
  ...wire(task),
  exceptions: task.exceptions.map(moment => moment.toISOString()),
})

/** One person's occurrence of a task in wire form, for answers and events alike. */
export const presentSentTask = (sent: FoundSentTask) => ({
  ...wire(sent),
  is_completed: sent.completedAt !== null,
  is_skipped: sent.skippedAt !== null,
  is_missed: sent.missedAt !== null,
  is_done_by_other: sent.doneWith !== null || sent.completedOutside !== null,
  completed_by_name: sent.completedByName ?? sent.completedOutside,
})
