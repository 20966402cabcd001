/**
 * A draft was never published. Anybody begins an open form; one that is closing only for a task that asks for it, and a closed one not
 * at all. What was begun before can be completed whatever becomes of the form, since nobody's work is turned away.
 */
export const formStatuses = ['draft', 'open', 'closing', 'closed'] as const

/** Those that somebody can choose for a published form. */
export const chosenStatuses = ['open', 'closing', 'closed'] as const
export type ChosenStatus = (typeof chosenStatuses)[number]

/** Nobody needs to know more exactly how often a form was filled in, and counting on would cost. */
export const mostCounted = 1_000

export type FormStatus = (typeof formStatuses)[number]
