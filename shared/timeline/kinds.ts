/** Kinds of entries in a timeline. */
export const timelineKinds = ['event', 'submission', 'finding', 'task', 'message'] as const
