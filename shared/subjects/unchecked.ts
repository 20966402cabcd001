/** Periods without a check; never checked rows are in each of them. */
export const uncheckedSince = ['ever', 'week', 'month', 'quarter'] as const
export type UncheckedSince = (typeof uncheckedSince)[number]

/** Days of each period. */
export const daysUnchecked = { week: 7, month: 30, quarter: 90 } as const satisfies Record<
  Exclude<UncheckedSince, 'ever'>,
  number
>
