/** Reads the answers that an earlier visit could only lay down (`draftBackup.ts`), and judges the photos that they name. */
import type { Answer, FileReference, RowReference } from '#shared/forms/answers/answers.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { persistDraft } from '../../lib/offline/persistDraft.ts'
import { inJournal } from './journalDatabase.ts'

/** A row that was laid down, with the photos of it of which only the device had the bytes; earlier versions do not say. */
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
 * Returns the rows that were laid down. A reference to a photo stays where the server has the photo, where the device has
 * it, or where the kept row of that question names it: the write of a photo may have arrived though its page was left
 * before it could be read back.
 */
export async function recoverRows(userId: number, uuid: string): Promise<AnswerRow[]> {
  const laidDown = await persistDraft.readBackup<LaidDownRow>(userId, uuid)
  const wanted = laidDown.flatMap(({ answer, only_here }) => only_here ?? photosIn(answer))
  const rows = laidDown.map(({ only_here: _, ...row }) => row)
  if (wanted.length === 0) return rows
  const here = await inJournal(userId, async ({ photos, answers }) => {
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
