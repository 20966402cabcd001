/** What a device may forget: the work of which the server has everything, after 30 days, or its photos sooner when room is short. */
import { entriesOfForms, formsIn, inJournal, type JournalDatabase } from './journalDatabase.ts'

const keptMs = 30 * 24 * 60 * 60_000

/** Removes what was sent more than 30 days ago, and forms that nothing here is filled in with any more. */
export const prune = (userId: number, now = Date.now()): Promise<void> =>
  inJournal(userId, async database => {
    const limit = new Date(now - keptMs).toISOString()
    const done = formsIn(await database.entries.where('state').equals('done').toArray())
    const old = done.filter(({ sent_at }) => sent_at && sent_at < limit)
    await removeEntries(
      database,
      old.map(({ uuid }) => uuid),
    )
    const inUse = new Set(
      (await entriesOfForms(database)).flatMap(({ form_id, version, left = [] }) =>
        [version, ...left.map(one => one.version)].map(number => `${form_id} ${number}`),
      ),
    )
    const forms = await database.forms.toArray()
    const unused = forms.filter(form => form.kept_at < limit && !inUse.has(`${form.form_id} ${form.version}`))
    await database.forms.bulkDelete(unused.map(({ form_id, version }) => [form_id, version]))
  })

/** Removes entries with all that belongs to them. */
export const removeEntries = (database: JournalDatabase, uuids: string[]): Promise<void> =>
  database.transaction('rw', database.entries, database.answers, database.photos, database.bases, async () => {
    await database.answers.where('uuid').anyOf(uuids).delete()
    await database.photos.where('entry_uuid').anyOf(uuids).delete()
    await database.bases.bulkDelete(uuids)
    await database.entries.bulkDelete(uuids)
  })

/** Drops the bytes of photos that the server has. Whether that freed anything. */
export const makeRoom = (userId: number): Promise<boolean> =>
  inJournal(userId, async database => {
    let isFreed = false
    for (const uuid of await database.entries.where('state').equals('done').primaryKeys()) {
      const photos = await database.photos.where('entry_uuid').equals(uuid).toArray()
      const sent = photos.filter(photo => photo.bytes !== null && photo.path !== null)
      await database.photos.bulkPut(sent.map(photo => ({ ...photo, bytes: null })))
      isFreed ||= sent.length > 0
    }
    return isFreed
  })
