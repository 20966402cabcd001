import type { Answers } from '#shared/forms/answers.ts'
import { filesOf } from '#shared/forms/files.ts'
import { inDatabase } from './database.ts'
import { answersOf, type Entry, type PhotoRow } from './entry.ts'

export type Work = { entry: Entry; answers: Answers; photos: PhotoRow[] }

/** An entry as it stands, with its answers and the photos that they name, all of one moment. */
export const readWork = (userId: number, uuid: string): Promise<Work | undefined> =>
  inDatabase(userId, database =>
    database.transaction('r', database.entries, database.answers, database.photos, async () => {
      const entry = await database.entries.get(uuid)
      if (!entry) return
      const answers = answersOf(await database.answers.where('uuid').equals(uuid).toArray())
      const named = new Set(filesOf(answers))
      const photos = await database.photos.where('entry_uuid').equals(uuid).toArray()
      return { entry, answers, photos: photos.filter(photo => named.has(photo.uuid)) }
    }),
  )
