/** How bad a finding is, from less to more; lists of open ones begin with the worst. */
export const severities = ['attention', 'critical'] as const
export type Severity = (typeof severities)[number]

/** How a finding came to its end: it was looked at again and well, its task was done, somebody said why it is settled, or it no longer counts. */
export const findingEnds = ['recheck', 'task', 'settled', 'withdrawn'] as const
export type FindingEnd = (typeof findingEnds)[number]

/** How looking again stands: somebody is to, it was well, or it was as bad as before. */
export const recheckStates = ['waiting', 'passed', 'failed'] as const
export type RecheckState = (typeof recheckStates)[number]
