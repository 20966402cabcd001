/** Bounds of official numbers and of an outline's points. */
export const mostOfficialNumbers = 10
export const mostOutlinePoints = 200
/** Bound of responsible people beside the first. */
export const mostAlsoResponsible = 10
/** Bound of locations in a tree; the answer says when there are more. */
export const mostInTree = 2_000
