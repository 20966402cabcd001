/** Since when nobody has looked at a row; never is among each of them. */
export const uncheckedSince = ['ever', 'week', 'month', 'quarter'] as const
export type UncheckedSince = (typeof uncheckedSince)[number]

/** The days that each is. */
export const daysUnchecked = { week: 7, month: 30, quarter: 90 } as const satisfies Record<
  Exclude<UncheckedSince, 'ever'>,
  number
>
