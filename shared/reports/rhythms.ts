/** Rhythms of a mailed report. */
export const rhythms = ['day', 'week', 'month'] as const
