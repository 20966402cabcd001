/**
 * What a list of sent tasks can be narrowed to. `overdue` is the part of `open` whose time is over, `coming` the one
 * that has not begun.
 */
export const sentTaskStates = ['open', 'overdue', 'coming', 'done', 'skipped', 'missed'] as const
export type SentTaskState = (typeof sentTaskStates)[number]
