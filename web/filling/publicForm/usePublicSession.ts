import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { PublicForm, PublicSubmission, PublicWorkAsked } from '#shared/public-links/publicForm.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { visitorId } from '../../lib/encryption/deviceKey.ts'
import { currentLocale } from '../../lib/locale.ts'
import { Outbox, withTabLock } from '../../lib/offline/outbox.ts'
import { isUnderway, type OutboxHandler } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import { change } from '../storage/commands.ts'
import { readWork, type Work } from '../storage/deliver.ts'
import { type Entry, inFormDatabase, isOfForm } from '../storage/entry.ts'
import type { Reported } from './channel/report.ts'
import { knownPin, type Link, sendFile, sendSubmission } from './publicLink.ts'
import {
  endPublicSession,
  isBegunBy,
  keptBeside,
  openPublicSession,
  type PublicSession,
  writeIntoTrap,
  writtenIntoTrap,
} from './publicSessions.ts'
import { isAboutPin } from './useForm.ts'
import { workFor, workOn } from './work/proofOfWork.ts'

type Found = { session?: PublicSession; error?: unknown }

/** The answers of a form on this device; neither a visit nor an error while they are read. `restart` reads again. */
export function usePublicSession(form: PublicForm, link: Link) {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Found>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    let isOver = false
    const tell = (news: Found) => isOver || setFound(news)
    openPublicSession(form, link).then(
      session => tell({ session }),
      error => {
        console.error('This device keeps nothing', error)
        tell({ error })
      },
    )
    return () => {
      isOver = true
    }
  }, [form, link, attempt])
  const restart = useCallback(() => {
    setFound({})
    setAttempt(count => count + 1)
  }, [])
  return { ...found, restart }
}

const exclusively = withTabLock('tend-public-form')

type Ways = { isChannel: boolean } & Pick<Told, 'onSent' | 'onReported' | 'onLocked'>

export type Sending = {
  isBusy: boolean
  /** Why it was not sent the last time. */
  problem: RequestError | undefined
  sendNow: () => Promise<void>
}

/**
 * Sends what a visitor completed, while the page is open, by an outbox of this page's own: at once, again when
 * there is signal, when the page is looked at, after a while, and whenever the visitor presses Send. A refusal gives
 * the form back to be put right.
 */
export function useSending(link: Link, entry: Entry, ways: Ways): Sending {
  const { isChannel } = ways
  const isDue = isUnderway(entry)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<RequestError>()
  const latest = useRef(ways)
  latest.current = ways

  const outbox = useMemo(() => {
    const handler = publicSessionHandler(link, isChannel, {
      onBusy: setBusy,
      onProblem: setProblem,
      onSent: answer => latest.current.onSent(answer),
      onReported: reported => latest.current.onReported(reported),
      onLocked: () => latest.current.onLocked(),
    })
    // What was begun by another link waits until that is open again, with its own PIN.
    const handlers = {
      all: [handler],
      of: (one: object) => (isOfForm(one) && isBegunBy(link, one) ? handler : undefined),
    }
    return new Outbox({ handlers: async () => handlers, sender: () => ({ id: visitorId, company_id: 0 }), exclusively })
  }, [link, isChannel])

  useEffect(() => {
    if (!isDue) return
    void outbox.sendNow()
    const again = () => void (document.visibilityState === 'visible' && outbox.sendNow())
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      outbox.stop()
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [isDue, outbox])

  return { isBusy, problem, sendNow: outbox.sendNow }
}

export type Told = {
  onBusy: (isBusy: boolean) => void
  onProblem: (problem: RequestError | undefined) => void
  onSent: (answer: PublicSubmission) => void
  /** A report is a case of its own, with its code. */
  onReported: (reported: Reported) => void
  onLocked: () => void
}

/** Delivers what a visitor answered: sent whole when it was completed, and gone from the device after that. */
const publicSessionHandler = (link: Link, isChannel: boolean, told: Told): OutboxHandler<Entry> => ({
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
