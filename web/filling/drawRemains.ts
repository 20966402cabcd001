import { inDatabase } from '../lib/offline/database.ts'
import type { Entry } from '../lib/offline/entry.ts'
import { keepAnswers } from '../lib/offline/journal.ts'
import { drawPhoto } from './takePhoto.ts'

/** Draws the photos of an entry that were taken when the page or the app ended; one that this device cannot read stays as it is. */
export async function drawRemains(entry: Entry): Promise<void> {
  const photos = await inDatabase(entry.user_id, database =>
    database.photos.where('entry_uuid').equals(entry.uuid).toArray(),
  )
  for (const taken of photos.filter(({ state }) => state === 'taken')) {
    const photo = await drawPhoto(taken).catch(error => console.warn('A photo is kept as it was taken', error))
    if (photo) await keepAnswers(entry, [], [photo])
  }
}
