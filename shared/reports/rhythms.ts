/** How often a report is mailed. */
export const rhythms = ['day', 'week', 'month'] as const
