/** Writing down what the server said about an entry. */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswers } from '#shared/forms/answers/content.ts'
import type { Submission, SubmissionDetail } from '#shared/submissions/contract.ts'
import { receiptContent } from '#shared/submissions/delivery.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { sha256 } from '../../lib/hash.ts'
import { putBase, rememberedBase, withAttempt } from './bases.ts'
import type { Entry } from './entry.ts'
import { findForm, inJournal } from './journalDatabase.ts'

/**
 * Before a step that may reach the server without its answer reaching this device. In one transaction: a page that hears of the attempt finds
 * what was attempted, and so takes it for one's own also after the browser has dropped what it keeps.
 */
export const noteAttempt = (
  { user_id, uuid }: Entry,
  { attempted, ...changes }: Partial<Entry> & { attempted?: Answers },
): Promise<void> =>
  inJournal(user_id, database =>
    database.transaction('rw', database.entries, database.bases, async () => {
      const entry = await findForm(database, uuid)
      const was_attempted = entry?.was_attempted || changes.was_attempted === true
      if (entry) await database.entries.put({ ...entry, ...changes, was_attempted })
      if (!attempted) return
      const known = (await database.bases.get(uuid)) ?? rememberedBase(uuid)
      const base = known ?? { uuid, agreed: {}, attempted: {} }
      await putBase(database, { ...base, attempted: withAttempt(base, attempted) })
    }),
  )

/** The server knows the entry. Where it has another version of the form, the next step is answered with that, and both are merged. */
export const noteKnown = (entry: Entry, detail: SubmissionDetail): Promise<void> =>
  inJournal(entry.user_id, database =>
    database.transaction('rw', database.entries, database.photos, async () => {
      const { id: server_id, revision: server_revision } = detail
      const known: Partial<Entry> = { server_id, server_revision }
      await database.entries.update(entry.uuid, known)
      for (const { uuid, path } of detail.files) await database.photos.update(uuid, { state: 'sent', path })
    }),
  )

/** The server has these answers as the draft. */
export const noteKept = (entry: Entry, { revision }: Submission, agreed: Answers): Promise<void> =>
  inJournal(entry.user_id, database =>
    database.transaction('rw', database.entries, database.bases, async () => {
      const kept: Partial<Entry> = {
        server_revision: revision,
        sent_change: entry.change,
        synced_at: Date.now(),
        attempts: 0,
        next_attempt_at: 0,
        last_error: null,
      }
      await database.entries.update(entry.uuid, kept)
      await putBase(database, { uuid: entry.uuid, agreed, attempted: {} })
    }),
  )

/** The server has everything of the entry as it was read. False where it was changed since: then the change is still to be sent. */
export const noteDone = (entry: Entry, detail: SubmissionDetail): Promise<boolean> =>
  inJournal(entry.user_id, database =>
    database.transaction('rw', database.entries, database.photos, async () => {
      const now = await findForm(database, entry.uuid)
      if (!now || now.change !== entry.change) return false
      await database.entries.put({
        ...now,
        state: 'done',
        server_id: detail.id,
        server_revision: detail.revision,
        completed_at: entry.completed_at ?? detail.completed_at,
        sent_at: new Date().toISOString(),
        receipt: detail.receipt,
        sent_change: entry.change,
        last_error: null,
        conflict: null,
      })
      for (const { uuid, path } of detail.files) await database.photos.update(uuid, { state: 'sent', path })
      return true
    }),
  )

/**
 * A picture that could not be drawn in time goes as it was taken, and stays as it is from here on: drawn later it would be another file
 * under the same uuid, which the server refuses.
 */
export async function noteAsTaken(entry: Entry, photo: PhotoRow): Promise<PhotoRow> {
  const fixed = { state: 'kept', sha256: photo.bytes && (await sha256(photo.bytes)) } as const
  await inJournal(entry.user_id, database => database.photos.update(photo.uuid, fixed))
  return { ...photo, ...fixed }
}

export const notePhotoSent = (entry: Entry, photoUuid: string, path: string): Promise<unknown> =>
  inJournal(entry.user_id, database => database.photos.update(photoUuid, { state: 'sent', path }))

/**
 * Whether the server's receipt is for exactly what this device has: these answers, and photos of which the bytes arrived as they were
 * sent. Where the browser withholds hashing (plain http from another machine), a receipt for this uuid and the same answers have to do.
 */
export async function provesReceived(
  { uuid, version, answers, files, receipt }: SubmissionDetail,
  own: { uuid: string; answers: Answers; photos: PhotoRow[] },
): Promise<boolean> {
  if (!receipt?.signature || receipt.sequence < 1 || uuid !== own.uuid || receipt.client_id !== own.uuid) return false
  const received = new Map(files.map(file => [file.uuid, file.sha256]))
  const hasOtherBytes = ({ uuid: photo, sha256: hash }: PhotoRow) => {
    const theirs = received.get(photo)
    return theirs === undefined || (theirs !== null && hash !== null && theirs !== hash)
  }
  if (own.photos.some(hasOtherBytes)) return false
  const content = receiptContent({ uuid, version, answers: own.answers, files })
  const hash = await sha256(new TextEncoder().encode(content).buffer)
  return hash === null ? sameAnswers(own.answers, answers) : hash === receipt.content_hash
}
