/**
 * Statuses of a form. A draft was never published. Anybody begins an open form, a closing one is begun for a task only,
 * and a closed one not at all. Submissions begun before can always be completed.
 */
export const formStatuses = ['draft', 'open', 'closing', 'closed'] as const

/** Statuses that people can choose for a published form. */
export const chosenStatuses = ['open', 'closing', 'closed'] as const
export type ChosenStatus = (typeof chosenStatuses)[number]

/** What becomes of the open tasks and running series of a form that is archived; `keep` leaves them as they are. */
export const openTaskChoices = ['keep', 'end', 'without_form', 'other_form'] as const
/** What was chosen, with the form that takes its place where it is `other_form`. */
export type OpenTasksChosen = { open_tasks: (typeof openTaskChoices)[number]; other_form_id?: number | undefined }

/** Bound up to which submissions of a form are counted. */
export const maxCounted = 1_000

export type FormStatus = (typeof formStatuses)[number]
