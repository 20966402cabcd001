/** Bound of labels in one print: eight pages of a hundred kilobytes each. */
export const maxLabels = 96
