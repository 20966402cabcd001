/** What a price is for. */
export const planPeriods = ['month', 'year'] as const
