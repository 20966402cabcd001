/** The states that what a form is about can be in, from best to worst; where several are set, the worst counts. */
export const subjectStatuses = ['ok', 'attention', 'stop'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]
