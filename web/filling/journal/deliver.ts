/**
 * Brings one entry to the server: create it by its uuid, send each photo by itself, then keep the draft there or complete it. Each
 * step may be repeated any number of times, and after a failure all of it is: what the server has already, it says.
 *
 * The entry is done only when the server answers that this very submission is complete, with a receipt for what is here.
 */
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { submissions } from '#shared/submissions/contract.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import type { Call } from '../../api.ts'
import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { Entry } from './entry.ts'
import { change } from './journal.ts'
import { inJournal } from './journalDatabase.ts'
import { removeEntries } from './prune.ts'
import { readWork, type Work } from './readWork.ts'
import { noteAsTaken, noteAttempt, noteDone, noteKept, noteKnown, notePhotoSent, provesReceived } from './received.ts'

/**
 * Whether the server has the completed entry now; false for a draft that it has taken.
 * Throws a `RequestError` when it took neither; what to make of that is for the outbox.
 */
export async function deliver(server: SubmissionServer, { user_id: userId, uuid }: Entry): Promise<boolean> {
  await claim(userId, uuid)
  const work = await readWork(userId, uuid)
  if (!work || work.entry.conflict) return false
  if (work.entry.state === 'done') return true
  await send(server, work)
  return isUnderway(work.entry)
}
/** From here on a completed entry cannot be taken back, so that what is read next is what is sent. */
const claim = (userId: number, uuid: string) =>
  change(userId, uuid, entry => (entry.state === 'waiting' ? { ...entry, state: 'sending' } : undefined))

async function send(server: SubmissionServer, { entry, answers, removed, photos }: Work): Promise<void> {
  if (entry.state === 'discarded') return remove(server, entry)
  const isCompleting = isUnderway(entry)
  const known = await introduce(server, entry)
  for (const photo of photos) {
    // Completing waits until all is drawn; what is not by then cannot be, and the server may know better what to make of it.
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
  if (!(await provesReceived(answer, { uuid: entry.uuid, answers, photos }))) throw wrongAnswer()
  await noteDone(entry, answer)
}

/** What the server calls the entry. One that is complete there already goes on all the same: completing it again brings its receipt. */
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

/** An answer that is not about this entry: whatever gave it, it proves nothing. */
const wrongAnswer = () => new RequestError({ status: 502, code: 'unknown_error' })

async function attach(server: SubmissionServer, entry: Entry, id: number, photo: PhotoRow): Promise<void> {
  if (photo.bytes === null) return
  const file = new File([photo.bytes], photo.name, { type: photo.content_type })
  const received = await server.attach({ id, uuid: photo.uuid, question_id: photo.question_id }, { files: { file } })
  await notePhotoSent(entry, photo.uuid, received.path)
}

/** Forgets a discarded draft, here and there. What was completed elsewhere meanwhile stays there: it is no draft any more. */
async function remove(server: SubmissionServer, entry: Entry): Promise<void> {
  const { server_id: id } = entry
  const removeThere = async () => {
    if (id !== null && (await server.get({ id })).status === 'draft') await server.remove({ id })
  }
  await removeThere().catch(error => {
    if (!isStatus(error, 403, 404, 410)) throw error
  })
  await inJournal(entry.user_id, database => removeEntries(database, [entry.uuid]))
}

export const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof RequestError && statuses.includes(error.status)

/** The calls of `api` that sending needs, which tests replace. */
export type SubmissionServer = {
  [Name in 'create' | 'get' | 'update' | 'attach' | 'complete' | 'remove']: (
    ...args: Parameters<Call<(typeof submissions)[Name]>>
  ) => ReturnType<Call<(typeof submissions)[Name]>>
}
