/** Writes an open form again after a drop, and reads the answers that an earlier visit left in its backup. */

import type { Answer, FileReference, RowReference } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { restoreKeyAndSession } from '../../lib/encryption/deviceKey.ts'
import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import { persistDraft } from '../../lib/offline/persistDraft.ts'
import { type Entry, type FormRow, findForm, formTables, inFormDatabase, rememberedBase } from './entry.ts'

/** What an open form has in memory. */
export type Content = {
  entry: Entry
  definition: Definition | undefined
  rows: AnswerRow[]
  photos: PhotoRow[]
}

/** Photos that this device has of an entry; of those in `known` only what the server has taken since. */
export const readPhotos = ({ user_id, uuid }: Entry, known: ReadonlyMap<string, PhotoRow>): Promise<PhotoRow[]> =>
  inFormDatabase(user_id, async ({ photos }) => {
    const here = await photos.where('entry_uuid').equals(uuid).primaryKeys()
    const found = await photos.bulkGet(here.filter(name => known.get(name)?.state !== 'sent'))
    return found.filter(photo => photo !== undefined).filter(({ uuid, state }) => !known.has(uuid) || state === 'sent')
  })

/**
 * Writes an entry with all its answers and photos. It continues with the server's id that it had, and with what both
 * last agreed on; where that is not known, answers of the server's that differ become a conflict instead of being
 * overwritten.
 */
export async function restore({ entry, definition, rows, photos }: Content): Promise<Entry> {
  // A kill right after this leads back here, not to the entrance. If it fails, the visible answers are still written.
  await restoreKeyAndSession(entry.user_id).catch(error => console.warn('The key is not kept here again yet', error))
  return inFormDatabase(entry.user_id, database =>
    database.transaction('rw', formTables(database), async () => {
      const here = await findForm(database, entry.uuid)
      // An answer of the server's that came after the drop has written a newer one.
      const base = (await database.bases.get(entry.uuid)) ?? rememberedBase(entry.uuid)
      const restored: Entry = {
        ...(here ?? entry),
        // What was completed stays so: it continues being sent.
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

const formOf = ({ form_id, version, company_id, form_name: name }: Entry, definition: Definition): FormRow => ({
  ...{ form_id, version, company_id, name, definition },
  kept_at: new Date().toISOString(),
})

/** A row of a draft's backup, with its photos that only the device had; earlier versions do not say. */
type LaidDownRow = AnswerRow & { only_here?: string[] }

/** The row as it is laid down. */
export const backupOf = (row: AnswerRow, photos: ReadonlyMap<string, PhotoRow>): LaidDownRow => ({
  ...row,
  only_here: photosIn(row.answer).filter(uuid => {
    const photo = photos.get(uuid)
    return photo !== undefined && photo.path === null && photo.state !== 'sent'
  }),
})

/**
 * Returns the rows that were laid down. A reference to a photo stays where the server has the photo, where the device
 * has it, or where the kept row of that question names it: the write of a photo may have arrived though its page was
 * left before it could be read back.
 */
export async function recoverRows(userId: number, uuid: string): Promise<AnswerRow[]> {
  const laidDown = await persistDraft.readBackup<LaidDownRow>(userId, uuid)
  const wanted = laidDown.flatMap(({ answer, only_here }) => only_here ?? photosIn(answer))
  const rows = laidDown.map(({ only_here: _, ...row }) => row)
  if (wanted.length === 0) return rows
  const here = await inFormDatabase(userId, async ({ photos, answers }) => {
    const kept = await answers.where('uuid').equals(uuid).toArray()
    const named = new Map(kept.map(({ question_id, answer }) => [question_id, photosIn(answer)]))
    const found = await photos.where('uuid').anyOf(wanted).primaryKeys()
    return { named, found: new Set(found) }
  }).catch(error => console.warn('The photos of what was laid down could not be looked up', error))
  if (!here) return rows
  return laidDown.map(({ only_here, ...row }) => ({
    ...row,
    answer: withPhotos(
      row.answer,
      one =>
        (only_here !== undefined && !only_here.includes(one)) ||
        here.found.has(one) ||
        here.named.get(row.question_id)?.includes(one) === true,
    ),
  }))
}

type Item = string | FileReference | RowReference
const photoOf = (item: Item) => (typeof item === 'string' || !('uuid' in item) ? undefined : item.uuid)

/** The photos that an answer names, as its value and beside it. */
const photosIn = ({ value, photos = [] }: Answer): string[] =>
  [...(Array.isArray(value) ? (value as Item[]) : []), ...photos].flatMap(item => photoOf(item) ?? [])

/** The answer with those of its photos that are here. */
function withPhotos(answer: Answer, isHere: (uuid: string) => boolean): Answer {
  const { value, photos, ...rest } = answer
  const stays = (item: Item) => {
    const uuid = photoOf(item)
    return uuid === undefined || isHere(uuid)
  }
  return {
    ...rest,
    ...(value !== undefined && { value: Array.isArray(value) ? ([...value].filter(stays) as typeof value) : value }),
    ...(photos && { photos: photos.filter(stays) }),
  }
}
