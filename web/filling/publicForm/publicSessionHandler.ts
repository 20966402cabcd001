/** Delivers what a visitor answered: sent whole when it was completed, and gone from the device after that. */

import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { PublicSubmission, PublicWorkAsked } from '#shared/public-links/publicForm.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { visitorId } from '../../lib/encryption/deviceKey.ts'
import { currentLocale } from '../../lib/locale.ts'
import { isUnderway, type OutboxHandler } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import { change } from '../storage/commands.ts'
import { readWork, type Work } from '../storage/deliver.ts'
import { type Entry, inFormDatabase } from '../storage/entry.ts'
import type { Reported } from './channel/report.ts'
import { knownPin, type Link, sendFile, sendSubmission } from './publicLink.ts'
import { endPublicSession, keptBeside, writeIntoTrap, writtenIntoTrap } from './publicSessions.ts'
import { isAboutPin } from './useForm.ts'
import { workFor, workOn } from './work/proofOfWork.ts'

export type Told = {
  onBusy: (isBusy: boolean) => void
  onProblem: (problem: RequestError | undefined) => void
  onSent: (answer: PublicSubmission) => void
  /** A report is a case of its own, with its code. */
  onReported: (reported: Reported) => void
  onLocked: () => void
}

export const publicSessionHandler = (link: Link, isChannel: boolean, told: Told): OutboxHandler<Entry> => ({
  name: 'visit',
  payloadVersion,
  async deliver({ uuid }) {
    told.onBusy(true)
    try {
      if (isChannel) {
        const reported = await (await import('./channel/report.ts')).deliverReport(link, uuid)
        told.onProblem(undefined)
        if (reported) told.onReported(reported)
        return reported !== undefined
      }
      const answer = await deliverPublicSession(link, uuid)
      told.onProblem(undefined)
      if (answer) told.onSent(answer)
      return answer !== undefined
    } catch (error) {
      const problem = error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' })
      told.onProblem(problem)
      if (!isAboutPin(problem)) throw problem
      // As when a session ended: nothing was decided, and all waits for the PIN.
      told.onLocked()
      throw new RequestError({ status: 401, code: problem.code, message: problem.message })
    } finally {
      told.onBusy(false)
    }
  },
  describe: entry => ({ title: Object.values(entry.form_name)[0] ?? '', details: [] }),
  // What says answers in words is fetched when somebody asks for the copy.
  rescue: async (entry, reader) => (await import('../storage/rescueFiles.ts')).rescueFiles(entry, reader),
})

/**
 * Sends a completed public form: each file by itself, then the answers; every step may be repeated. Returns the
 * server's answer, after which this device forgets it, or undefined where another tab has sent it. Throws a
 * `RequestError`.
 */
async function deliverPublicSession(link: Link, uuid: string, isRepeat = false): Promise<PublicSubmission | undefined> {
  const work = await readWork(visitorId, uuid)
  if (!work || !isUnderway(work.entry)) return undefined
  const pin = knownPin(link)
  for (const photo of work.photos) if (photo.state !== 'sent') await bringFile(link, pin, work.entry, photo)
  // From here on it may have arrived, so that it is not changed any more.
  await change(visitorId, uuid, entry => ({ ...entry, state: 'sending', was_attempted: true }))
  try {
    const answer = await sendWorkedFor(link, pin, uuid, bodyOf(work))
    if (answer.uuid !== uuid) throw new RequestError({ status: 502, code: 'unknown_error' })
    await endPublicSession(work.entry)
    return answer
  } catch (error) {
    // Files that nobody submits are not kept there for ever: those of an earlier day are brought again.
    const early = work.photos.filter(({ state }) => state === 'sent')
    if (isRepeat || !(error instanceof RequestError) || error.status !== 422 || early.length === 0) throw error
    await mark(early, 'kept')
    return deliverPublicSession(link, uuid, true)
  }
}

/** With the work that the server asks for: what was done beside filling in, or what it wants done now. */
async function sendWorkedFor(link: Link, pin: string | null, uuid: string, body: object): Promise<PublicSubmission> {
  const done = await workFor(uuid)
  try {
    return await sendSubmission(link, pin, { ...body, ...(done && { work: done }) })
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'work_required') throw error
    const { work } = error.data as PublicWorkAsked
    return sendSubmission(link, pin, { ...body, work: await workOn(work, uuid) })
  }
}

function bodyOf({ entry, answers }: Work) {
  const contact = keptBeside('contact', entry.form_id).trim()
  const copyTo = keptBeside('copy', entry.form_id).trim()
  const website = writtenIntoTrap()
  // People whose request is refused for it send again; a program fills it in again.
  writeIntoTrap('')
  return {
    uuid: entry.uuid,
    version: entry.version,
    answers,
    locale: currentLocale(),
    ...(contact && { contact }),
    ...(copyTo && { copy_to: copyTo }),
    ...(website && { website }),
    started_at: entry.created_at,
    ...(entry.completed_at !== null && { device_time: wallClock(new Date(entry.completed_at)) }),
    payload_version: entry.payload_version,
  }
}

async function bringFile(link: Link, pin: string | null, entry: Entry, photo: PhotoRow): Promise<void> {
  if (photo.bytes === null) return
  const file = new File([photo.bytes], photo.name, { type: photo.content_type })
  const { uuid, question_id } = photo
  await sendFile(link, pin, file, { submission_uuid: entry.uuid, uuid, question_id, version: entry.version })
  await mark([photo], 'sent')
}

const mark = (photos: PhotoRow[], state: PhotoRow['state']): Promise<unknown> =>
  inFormDatabase(visitorId, database => database.photos.bulkPut(photos.map(photo => ({ ...photo, state }))))
