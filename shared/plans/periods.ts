/** Periods that a price covers. */
export const planPeriods = ['month', 'year'] as const
