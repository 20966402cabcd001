/** What can be asked of whoever says that a task is done: words about what was done, or a photo of it. Either may come with the other. */
export const taskProofs = ['note', 'photo'] as const
export type TaskProof = (typeof taskProofs)[number]

/** So many photos may show that a task is done. */
export const mostProofPhotos = 5
