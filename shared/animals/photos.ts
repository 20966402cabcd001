/** Bound of photos per animal. */
export const maxPhotos = 6
