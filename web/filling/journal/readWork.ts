import type { Answers } from '#shared/forms/answers/answers.ts'
import { filesOf } from '#shared/forms/answers/content.ts'
import { answersOf, type PhotoRow, removedIn } from '../../answers/draft/rows.ts'
import type { Entry } from './entry.ts'
import { findForm, inJournal } from './journalDatabase.ts'

/** `removed`: the keys at which the person took an answer away. */
export type Work = { entry: Entry; answers: Answers; removed: string[]; photos: PhotoRow[] }

/** An entry as it stands, with its answers and the photos that they name, all of one moment. */
export const readWork = (userId: number, uuid: string): Promise<Work | undefined> =>
  inJournal(userId, database =>
    database.transaction('r', database.entries, database.answers, database.photos, async () => {
      const entry = await findForm(database, uuid)
      if (!entry) return
      const rows = await database.answers.where('uuid').equals(uuid).toArray()
      const answers = answersOf(rows)
      const named = new Set(filesOf(answers))
      const photos = await database.photos.where('entry_uuid').equals(uuid).toArray()
      return { entry, answers, removed: removedIn(rows), photos: photos.filter(photo => named.has(photo.uuid)) }
    }),
  )
