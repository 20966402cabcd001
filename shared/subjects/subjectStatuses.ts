/** Statuses from best to worst; with several, the worst counts. */
export const subjectStatuses = ['ok', 'attention', 'stop'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]

/** Returns the worst status, or null. */
export const worstStatus = (statuses: readonly SubjectStatus[]): SubjectStatus | null =>
  subjectStatuses.findLast(status => statuses.includes(status)) ?? null
