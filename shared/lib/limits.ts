/** Bounds that several features share; without schemas, so that a list in the browser loads none. */

/** Bound of labels in one print: eight pages of a hundred kilobytes each. */
export const maxLabels = 96

/** Bound of a reason or comment. */
export const maxCommentLength = 2_000

/** Page sizes that a person can choose. */
export const pageSizes = [5, 10, 20, 25, 50, 100] as const
export const defaultPageSize = 25

/** Tells whether the smallest page shows all rows, so that there is nothing to page. */
export const fitsEveryPage = (rows: number): boolean => rows <= pageSizes[0]
