/** Changes the entries of forms on this device: undone, discarded, decided, removed when they are old. */
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { type Entry, entriesOfForms, type FormDatabase, findForm, formsIn, inFormDatabase } from './entry.ts'

/** Takes a completed entry back, if nothing of its completion was sent. Tells whether that was possible. */
export const takeBack = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry =>
    entry.state === 'waiting' && !entry.was_attempted ? { ...entry, state: 'draft', completed_at: null } : undefined,
  )

/** Sends a refused entry without its task, which another person completed. */
export const sendWithoutTask = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry =>
    entry.state === 'refused'
      ? { ...entry, state: 'waiting', task_sent_id: null, task_title: null, last_error: null, next_attempt_at: 0 }
      : undefined,
  )

/**
 * Lets go once more what was refused as unreadable: earlier versions sent texts that no server stores, and now they are
 * left out.
 */
export async function tryMalformedAgain(userId: number): Promise<void> {
  for (const { uuid } of await inFormDatabase(userId, entriesOfForms))
    await change(userId, uuid, entry =>
      entry.last_error?.code === 'malformed' && isEditable(entry)
        ? {
            ...entry,
            state: entry.state === 'refused' ? 'waiting' : 'draft',
            is_blocked: false,
            last_error: null,
            next_attempt_at: 0,
          }
        : undefined,
    )
}

/** Says what an entry is about, while it can be changed. */
export const setSubjects = (userId: number, uuid: string, subjects: NamedSubject[]): Promise<boolean> =>
  change(userId, uuid, entry => (isEditable(entry) ? { ...changed(entry), subjects, last_error: null } : undefined))

/** Hides a draft; the outbox removes it for good a little later, here and on the server. */
export const discard = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry =>
    isEditable(entry) ? { ...entry, state: 'discarded', updated_at: new Date().toISOString() } : undefined,
  )

/** Brings a discarded draft back. Whether it was still there. */
export const undiscard = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry => (entry.state === 'discarded' ? { ...entry, state: 'draft' } : undefined))

/** Settles a conflict for all its questions: with the answers of this device, or with those of the server. */
export const settle = (userId: number, uuid: string, winner: 'mine' | 'theirs'): Promise<void> =>
  inFormDatabase(userId, database =>
    database.transaction('rw', database.entries, database.answers, async () => {
      const entry = await findForm(database, uuid)
      if (!entry?.conflict) return
      const { answers } = entry.conflict
      if (winner === 'theirs') {
        const rows = Object.entries(answers).map(([question_id, answer]) => ({
          uuid,
          question_id,
          answer,
          changed_at: Date.now(),
        }))
        await database.answers.bulkPut(rows)
      }
      await database.entries.put({ ...changed(entry), conflict: null, last_error: null })
    }),
  )

/** Changes an entry if it is there and `next` wants to. Tells whether it did. */
export const change = (userId: number, uuid: string, next: (entry: Entry) => Entry | undefined): Promise<boolean> =>
  inFormDatabase(userId, database =>
    database.transaction('rw', database.entries, async () => {
      const entry = await findForm(database, uuid)
      const wanted = entry && next(entry)
      if (!wanted) return false
      await database.entries.put(wanted)
      return true
    }),
  )

/** A refused entry that is changed is a draft again; what the server said stays until it says something else. */
export const changed = (entry: Entry): Entry => ({
  ...entry,
  state: 'draft',
  change: entry.change + 1,
  updated_at: new Date().toISOString(),
  attempts: 0,
  next_attempt_at: 0,
  is_blocked: false,
})

// What a device may forget: the work of which the server has everything, after 30 days, or its photos sooner when room
// is short.

const keptMs = 30 * 24 * 60 * 60_000

/** Removes what was sent more than 30 days ago, and forms that nothing here is filled in with any more. */
export const prune = (userId: number, now = Date.now()): Promise<void> =>
  inFormDatabase(userId, async database => {
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
export const removeEntries = (database: FormDatabase, uuids: string[]): Promise<void> =>
  database.transaction('rw', database.entries, database.answers, database.photos, database.bases, async () => {
    await database.answers.where('uuid').anyOf(uuids).delete()
    await database.photos.where('entry_uuid').anyOf(uuids).delete()
    await database.bases.bulkDelete(uuids)
    await database.entries.bulkDelete(uuids)
  })

/** Drops the bytes of photos that the server has. Whether that freed anything. */
export const makeRoom = (userId: number): Promise<boolean> =>
  inFormDatabase(userId, async database => {
    let isFreed = false
    for (const uuid of await database.entries.where('state').equals('done').primaryKeys()) {
      const photos = await database.photos.where('entry_uuid').equals(uuid).toArray()
      const sent = photos.filter(photo => photo.bytes !== null && photo.path !== null)
      await database.photos.bulkPut(sent.map(photo => ({ ...photo, bytes: null })))
      isFreed ||= sent.length > 0
    }
    return isFreed
  })
