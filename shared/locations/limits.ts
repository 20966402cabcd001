/** Bounds of official numbers and of an outline's points. */
export const maxOfficialNumbers = 10
export const maxOutlinePoints = 200
/** Bound of responsible people beside the first. */
export const maxAlsoResponsible = 10
/** Bound of locations in a tree; the answer says when there are more. */
export const maxInTree = 2_000
