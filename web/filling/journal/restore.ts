/** Writing an open form again from memory, where the browser dropped what it kept under the page. */
import type { Definition } from '#shared/forms/definition.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { restoreKeyAndSession } from '../../lib/encryption/deviceKey.ts'
import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import { rememberedBase } from './bases.ts'
import type { Entry, FormRow } from './entry.ts'
import { findForm, inJournal, type JournalDatabase } from './journalDatabase.ts'

/** What an open form has in memory. */
export type Content = {
  entry: Entry
  definition: Definition | undefined
  rows: AnswerRow[]
  photos: PhotoRow[]
}

/** Photos that this device has of an entry; of those in `known` only what the server has taken since. */
export const readPhotos = ({ user_id, uuid }: Entry, known: ReadonlyMap<string, PhotoRow>): Promise<PhotoRow[]> =>
  inJournal(user_id, async ({ photos }) => {
    const here = await photos.where('entry_uuid').equals(uuid).primaryKeys()
    const found = await photos.bulkGet(here.filter(name => known.get(name)?.state !== 'sent'))
    return found.filter(photo => photo !== undefined).filter(({ uuid, state }) => !known.has(uuid) || state === 'sent')
  })

/**
 * Writes an entry with all its answers and photos. It goes on with the server's id that it had, and with what both last agreed on; where that
 * is not known, answers of the server's that differ become a conflict instead of being overwritten.
 */
export async function restore({ entry, definition, rows, photos }: Content): Promise<Entry> {
  // A kill right after this leads back here, not to the entrance. Whatever becomes of it, what is in sight is written.
  await restoreKeyAndSession(entry.user_id).catch(error => console.warn('The key is not kept here again yet', error))
  return inJournal(entry.user_id, database =>
    database.transaction('rw', tablesOf(database), async () => {
      const here = await findForm(database, entry.uuid)
      // An answer of the server's that came after the drop has written a newer one.
      const base = (await database.bases.get(entry.uuid)) ?? rememberedBase(entry.uuid)
      const restored: Entry = {
        ...(here ?? entry),
        // What was completed stays so: it goes on being sent.
        state: isUnderway(here ?? entry) ? 'waiting' : 'draft',
        change: (here ?? entry).change + 1,
        updated_at: new Date().toISOString(),
      }
      await Promise.all([
        database.answers.bulkPut(rows),
        database.photos.bulkPut(photos),
        database.entries.put(restored),
        definition && database.forms.put(formOf(entry, definition)),
        base && database.bases.put(base),
      ])
      return restored
    }),
  )
}

const tablesOf = ({ entries, answers, photos, forms, bases }: JournalDatabase) => [
  entries,
  answers,
  photos,
  forms,
  bases,
]

const formOf = ({ form_id, version, company_id, form_name: name }: Entry, definition: Definition): FormRow => ({
  ...{ form_id, version, company_id, name, definition },
  kept_at: new Date().toISOString(),
})
