import { currentLocale } from '../../../lib/locale.ts'
import { visitorId } from '../../../lib/offline/deviceKey.ts'
import { isUnderway } from '../../../lib/offline/outboxHandler.ts'
import { change } from '../../journal/journal.ts'
import { readWork } from '../../journal/readWork.ts'
import type { Link } from '../address.ts'
import { bringToCase, sendReport } from '../calls.ts'
import { keptBeside } from '../contact.ts'
import { knownPin } from '../pin.ts'
import { endVisit } from '../visits.ts'
import { codeToSend, keptIdentity } from './keptReport.ts'

/** A report that the server has: its code, and the day on which it arrived there. */
export type Reported = { code: string; receivedOn: string }

/**
 * Brings a completed report to the server under its code, then each of its files. Every step may be repeated any number of times. Undefined where
 * another tab has brought it already. Throws a `RequestError`.
 */
export async function deliverReport(link: Link, uuid: string): Promise<Reported | undefined> {
  const work = await readWork(visitorId, uuid)
  if (!work || !isUnderway(work.entry)) return undefined
  const { form_id, version } = work.entry
  const code = codeToSend(form_id)
  const identity = keptIdentity(form_id)
  const contact = identity === 'anonymous' ? '' : keptBeside('contact', form_id).trim()
  // From here on it may have arrived, so that it is not changed any more.
  await change(visitorId, uuid, entry => ({ ...entry, state: 'sending', was_attempted: true }))
  const { received_on: receivedOn } = await sendReport(link, knownPin(link), code, {
    ...{ version, answers: work.answers, locale: currentLocale(), identity },
    ...(contact && { contact }),
  })
  for (const { bytes, content_type, uuid: file, question_id } of work.photos) {
    // Without its name, which may say whose device it was.
    if (bytes) await bringToCase(code, { uuid: file, question_id, file: new Blob([bytes], { type: content_type }) })
  }
  await endVisit(work.entry)
  return { code, receivedOn }
}
