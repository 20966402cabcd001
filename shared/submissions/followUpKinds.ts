/** Why a form is filled in again in part: disputed answers are put right by whoever gave them, or what failed is looked at again. */
export const followUpKinds = ['reopening', 'recheck'] as const
export type FollowUpKind = (typeof followUpKinds)[number]
