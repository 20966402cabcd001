/** What can be asked of whoever says that a task is done: a note of what was done. */
export const taskProofs = ['note'] as const
export type TaskProof = (typeof taskProofs)[number]
