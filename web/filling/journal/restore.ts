/** Writing an open form again from memory, where the browser dropped what it kept under the page. */
import type { Definition } from '#shared/forms/definition.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { restoreKeyAndSession } from '../../lib/encryption/deviceKey.ts'
import { leaveOrphan } from '../../lib/offline/database.ts'
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

/** Photos that this device has of an entry, but for those that are known. */
export const readPhotos = ({ user_id, uuid }: Entry, known: ReadonlyMap<string, PhotoRow>): Promise<PhotoRow[]> =>
  inJournal(user_id, async ({ photos }) => {
    const here = await photos.where('entry_uuid').equals(uuid).primaryKeys()
    const found = await photos.bulkGet(here.filter(name => !known.has(name)))
    return found.filter(photo => photo !== undefined)
  })

/** Whether an entry is on this device, in whatever state, and in a database that will be there after this page. */
export async function isKeptHere({ user_id, uuid }: Entry): Promise<boolean> {
  // A page that cannot load the look for it uses the database that it has.
  await leaveOrphan(user_id).catch(() => undefined)
  return (await inJournal(user_id, ({ entries }) => entries.where('uuid').equals(uuid).count())) > 0
}

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
