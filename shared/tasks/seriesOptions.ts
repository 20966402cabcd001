/** What a series of tasks can be told; apart from the contract, so that the browser needs no schemas to offer them. */

/** What a task is for. A finding opens a corrective one. */
export const taskKinds = ['check', 'corrective', 'preventive', 'information', 'learning'] as const
export type TaskKind = (typeof taskKinds)[number]

/** Whether one of the people is enough, or each has to do it. */
export const doneByRules = ['everyone', 'any_one'] as const
export type DoneBy = (typeof doneByRules)[number]

/** What the next occurrence is counted from: the calendar, or the day on which the last one was done. */
export const countedFrom = ['calendar', 'completion'] as const
export type CountedFrom = (typeof countedFrom)[number]

/**
 * What becomes of an occurrence that nobody did in time: it stays open as overdue (`keep`), it is closed as missed when its time is
 * over (`skip`), or the next occurrence takes its place (`roll`).
 */
export const missedRules = ['keep', 'skip', 'roll'] as const
export type MissedRule = (typeof missedRules)[number]

/** Which occurrences a change of a series is meant for. */
export const editScopes = ['this', 'following', 'all'] as const
export type EditScope = (typeof editScopes)[number]

/** How many dates of a series are shown before it is saved. */
export const previewedDates = 10

/** More of one series on one day would be a stream and not a plan. */
export const maxHoursOfADay = 24
/** How many single occurrences of a series can be taken out of it. */
export const maxExceptions = 500
