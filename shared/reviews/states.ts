/** State of a completed submission's review: waiting, or its result. */
export const reviewStates = ['received', 'has_issues', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Results that a reviewer can choose. */
export const verdicts = ['approved', 'has_issues', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** Bound of a reason or comment. */
export const longestComment = 2_000
