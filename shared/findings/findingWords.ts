/** Severities from low to high; lists of open findings begin with the highest. */
export const severities = ['attention', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Ways in which a finding ended: a good re-check, its task, a stated reason, or a submission that no longer counts. */
export const findingEnds = ['recheck', 'task', 'settled', 'withdrawn'] as const
export type FindingEnd = (typeof findingEnds)[number]

/** States of a re-check: waiting, good, or as bad as before. */
export const recheckStates = ['waiting', 'passed', 'failed'] as const
export type RecheckState = (typeof recheckStates)[number]
