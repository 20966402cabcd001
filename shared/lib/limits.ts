/** Bounds that several features share. */

/** Bound of labels in one print: eight pages of a hundred kilobytes each. */
export const maxLabels = 96

/** Bound of a reason or comment. */
export const maxCommentLength = 2_000
