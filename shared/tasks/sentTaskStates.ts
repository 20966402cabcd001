/** What a list of sent tasks can be narrowed to. `overdue` is the part of `open` whose time is over. */
export const sentTaskStates = ['open', 'overdue', 'done', 'skipped'] as const
export type SentTaskState = (typeof sentTaskStates)[number]
