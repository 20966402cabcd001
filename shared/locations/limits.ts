/** So many numbers of authorities a place has, and so many corners its outline. */
export const mostOfficialNumbers = 10
export const mostOutlinePoints = 200
/** So many people are responsible for it beside the first. */
export const mostAlsoResponsible = 10
/** So many places a tree shows; it says where there are more. */
export const mostInTree = 2_000
