/** So many photos an animal has. */
export const mostPhotos = 6
