/**
 * Delivers one entry: creates the submission by its uuid, sends each photo by itself, then updates the draft or
 * completes it. Each step may be repeated any number of times, and the entry is done only when the server's receipt is
 * for the answers here.
 */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { filesOf, sameAnswers } from '#shared/forms/answers/content.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { Submission, SubmissionDetail, submissions } from '#shared/submissions/contract.ts'
import { receiptContent } from '#shared/submissions/delivery.ts'
import { answersOf, type PhotoRow, removedIn } from '../../answers/draft/rows.ts'
import type { Call } from '../../api.ts'
import { sha256 } from '../../lib/hash.ts'
import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import { change, removeEntries } from './commands.ts'
import { type Entry, findForm, inFormDatabase, putBase, rememberedBase, withAttempt } from './entry.ts'

/**
 * Whether the server has the completed entry now; false for a draft that it has taken. Throws a `RequestError` when it
 * took neither; what to make of that is for the outbox.
 */
export async function deliver(server: SubmissionServer, { user_id: userId, uuid }: Entry): Promise<boolean> {
  await claim(userId, uuid)
  const work = await readWork(userId, uuid)
  if (!work || work.entry.conflict) return false
  if (work.entry.state === 'done') return true
  await send(server, work)
  return isUnderway(work.entry)
}
/** From here on a completed entry cannot be undone, so the answers that are read next are those that are sent. */
const claim = (userId: number, uuid: string) =>
  change(userId, uuid, entry => (entry.state === 'waiting' ? { ...entry, state: 'sending' } : undefined))

async function send(server: SubmissionServer, { entry, answers, removed, photos }: Work): Promise<void> {
  if (entry.state === 'discarded') return remove(server, entry)
  const isCompleting = isUnderway(entry)
  const known = await introduce(server, entry)
  for (const photo of photos) {
    // Completing waits until all photos are drawn. One that is missing by then cannot be drawn, and the server may know
    // better.
    const isReady = photo.state === 'kept' || (photo.state === 'taken' && isCompleting)
    if (!isReady || known.fileUuids.has(photo.uuid)) continue
    const ready = photo.state === 'taken' ? await noteAsTaken(entry, photo) : photo
    await attach(server, entry, known.id, ready)
  }
  const content = {
    id: known.id,
    version: entry.version,
    answers,
    removed,
    ...aboutOf(entry),
    ...(known.revision !== null && { revision: known.revision }),
  }
  await noteAttempt(entry, { attempted: answers, was_attempted: isCompleting })
  if (!isCompleting) return noteKept(entry, await server.update(content), answers)
  const { payload_version, completed_at } = entry
  const device_time = completed_at === null ? undefined : wallClock(new Date(completed_at))
  const answer = await server.complete({
    ...{ ...content, payload_version, follows_revision: entry.follows_seen },
    ...(device_time && { device_time }),
  })
  if (answer.uuid !== entry.uuid || answer.status !== 'complete') throw wrongAnswer()
  if (!(await verifyReceipt(answer, { uuid: entry.uuid, answers, photos }))) throw wrongAnswer()
  await noteDone(entry, answer)
}

/**
 * What the server calls the entry. One that is complete there already continues all the same: completing it again
 * brings its receipt.
 */
async function introduce(server: SubmissionServer, entry: Entry) {
  if (entry.server_id !== null)
    return { id: entry.server_id, revision: entry.server_revision, fileUuids: new Set<string>() }
  const detail = await server.create({
    form_id: entry.form_id,
    uuid: entry.uuid,
    version: entry.version,
    started_at: entry.created_at,
    payload_version: entry.payload_version,
    ...(entry.task_sent_id !== null && { task_sent_id: entry.task_sent_id }),
    ...aboutOf(entry),
  })
  if (detail.uuid !== entry.uuid) throw wrongAnswer()
  await noteKnown(entry, detail)
  return { id: detail.id, revision: detail.revision, fileUuids: new Set(detail.files.map(file => file.uuid)) }
}

const aboutOf = ({ subjects }: Entry) =>
  subjects.length > 0 ? { subjects: subjects.map(({ type, id }) => ({ type, id })) } : {}

/** Throws where the answer is not about this entry. */
const wrongAnswer = () => new RequestError({ status: 502, code: 'unknown_error' })

async function attach(server: SubmissionServer, entry: Entry, id: number, photo: PhotoRow): Promise<void> {
  if (photo.bytes === null) return
  const file = new File([photo.bytes], photo.name, { type: photo.content_type })
  const received = await server.attach({ id, uuid: photo.uuid, question_id: photo.question_id }, { files: { file } })
  await notePhotoSent(entry, photo.uuid, received.path)
}

/** Deletes a discarded draft here and on the server; one that was completed elsewhere stays there. */
async function remove(server: SubmissionServer, entry: Entry): Promise<void> {
  const { server_id: id } = entry
  const removeThere = async () => {
    if (id !== null && (await server.get({ id })).status === 'draft') await server.remove({ id })
  }
  await removeThere().catch(error => {
    if (!isStatus(error, 403, 404, 410)) throw error
  })
  await inFormDatabase(entry.user_id, database => removeEntries(database, [entry.uuid]))
}

export const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof RequestError && statuses.includes(error.status)

/** The calls of `api` that sending needs, which tests replace. */
export type SubmissionServer = {
  [Name in 'create' | 'get' | 'update' | 'attach' | 'complete' | 'remove']: (
    ...args: Parameters<Call<(typeof submissions)[Name]>>
  ) => ReturnType<Call<(typeof submissions)[Name]>>
}

/** `removed`: the keys whose answer the person removed. */
export type Work = { entry: Entry; answers: Answers; removed: string[]; photos: PhotoRow[] }

/** An entry with its answers and the photos that they name, all read at one moment. */
export const readWork = (userId: number, uuid: string): Promise<Work | undefined> =>
  inFormDatabase(userId, database =>
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

/**
 * Before a step that may reach the server without its answer reaching this device. In one transaction: a page that
 * hears of the attempt finds what was attempted, and so takes it for one's own also after the browser has dropped what
 * it keeps.
 */
export const noteAttempt = (
  { user_id, uuid }: Entry,
  { attempted, ...changes }: Partial<Entry> & { attempted?: Answers },
): Promise<void> =>
  inFormDatabase(user_id, database =>
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

/**
 * Notes that the server knows the entry. Where it has another version of the form, the next step is refused with that,
 * and both are merged.
 */
const noteKnown = (entry: Entry, detail: SubmissionDetail): Promise<void> =>
  inFormDatabase(entry.user_id, database =>
    database.transaction('rw', database.entries, database.photos, async () => {
      const { id: server_id, revision: server_revision } = detail
      const known: Partial<Entry> = { server_id, server_revision }
      await database.entries.update(entry.uuid, known)
      for (const { uuid, path } of detail.files) await database.photos.update(uuid, { state: 'sent', path })
    }),
  )

/** Notes that the server has these answers as the draft. */
export const noteKept = (entry: Entry, { revision }: Submission, agreed: Answers): Promise<void> =>
  inFormDatabase(entry.user_id, database =>
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

/**
 * Notes that the server has everything that was read. Returns false where the entry was changed since, which is still
 * to be sent.
 */
export const noteDone = (entry: Entry, detail: SubmissionDetail): Promise<boolean> =>
  inFormDatabase(entry.user_id, database =>
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
 * A picture that could not be drawn in time goes as it was taken, and stays as it is from here on: drawn later it would
 * be another file under the same uuid, which the server refuses.
 */
async function noteAsTaken(entry: Entry, photo: PhotoRow): Promise<PhotoRow> {
  const fixed = { state: 'kept', sha256: photo.bytes && (await sha256(photo.bytes)) } as const
  await inFormDatabase(entry.user_id, database => database.photos.update(photo.uuid, fixed))
  return { ...photo, ...fixed }
}

const notePhotoSent = (entry: Entry, photoUuid: string, path: string): Promise<unknown> =>
  inFormDatabase(entry.user_id, database => database.photos.update(photoUuid, { state: 'sent', path }))

/**
 * Whether the server's receipt is for exactly what this device has: these answers, and photos of which the bytes
 * arrived as they were sent. Where the browser withholds hashing (plain http from another machine), a receipt for this
 * uuid and the same answers have to do.
 */
export async function verifyReceipt(
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
