/** Bound of photos per animal. */
export const mostPhotos = 6
