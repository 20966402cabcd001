/** The states that what a form is about can be in, from best to worst; where several are set, the worst counts. */
export const subjectStatuses = ['ok', 'attention', 'stop'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]

/** The worst of them; null where there is none. */
export const worstStatus = (statuses: readonly SubjectStatus[]): SubjectStatus | null =>
  subjectStatuses.findLast(status => statuses.includes(status)) ?? null
