/** What tasks keep on a device: the words and photos that show what was done, from the first letter until the server has them. */
export const taskTables = {
  taskProofs: 'sent_id',
  taskPhotos: 'uuid, sent_id',
}
