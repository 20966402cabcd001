/** Proofs that completing a task can demand: a note or a photo. Either may come with the other. */
export const taskProofs = ['note', 'photo'] as const
export type TaskProof = (typeof taskProofs)[number]

/** Bound of photos as proof of a task. */
export const maxProofPhotos = 5
