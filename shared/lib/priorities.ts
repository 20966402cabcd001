/** Priorities of a task from low to high. Separate from the contract, so that the browser loads no schemas for them. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]
