/** Reasons of a follow-up: the author corrects disputed answers, or failed ones are checked again. */
export const followUpKinds = ['reopening', 'recheck'] as const
export type FollowUpKind = (typeof followUpKinds)[number]
