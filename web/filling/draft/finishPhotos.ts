import type { Entry } from '../journal/entry.ts'
import { keepAnswers } from '../journal/journal.ts'
import { inJournal } from '../journal/journalDatabase.ts'

/** Draws the photos of an entry that were taken when the page or the app ended; one that this device cannot read stays as it is. */
export async function finishPhotos(entry: Entry): Promise<void> {
  const photos = await inJournal(entry.user_id, database =>
    database.photos.where('entry_uuid').equals(entry.uuid).toArray(),
  )
  for (const taken of photos.filter(({ state }) => state === 'taken')) {
    const { drawPhoto } = await import('../../answers/photos/takePhoto.ts')
    const photo = await drawPhoto(taken).catch(error => console.warn('A photo is kept as it was taken', error))
    if (!photo) continue
    // Meanwhile it may have been sent as it was.
    const now = await inJournal(entry.user_id, database => database.photos.get(taken.uuid))
    if (now?.state === 'taken') await keepAnswers(entry, [], [photo])
  }
}
