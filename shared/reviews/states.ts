/** How the review of a completed submission stands: it waits for one, or what came of it. */
export const reviewStates = ['received', 'has_issues', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** What a reviewer can say. */
export const verdicts = ['approved', 'has_issues', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** The longest reason or comment. */
export const longestComment = 2_000
