/** Fate of the open tasks and running series of an archived form; `keep` leaves them as they are. */
export const openTaskChoices = ['keep', 'end', 'without_form'] as const
export type OpenTaskChoice = (typeof openTaskChoices)[number]
