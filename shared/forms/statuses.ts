/** A draft was never published; only open forms can be filled in. */
export const formStatuses = ['draft', 'open', 'closed'] as const
export type FormStatus = (typeof formStatuses)[number]
