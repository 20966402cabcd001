/** Of what a timeline tells. */
export const timelineKinds = ['event', 'submission', 'finding', 'task', 'message'] as const
