import { codeOf } from '#shared/cases/code.ts'
import { type Identity, identities } from '#shared/cases/rules.ts'
import { visitorId } from '../../../lib/encryption/deviceKey.ts'
import { currentLocale } from '../../../lib/locale.ts'
import { isUnderway } from '../../../lib/offline/outboxHandler.ts'
import { onDevice, storedText } from '../../../lib/storage.ts'
import { change } from '../../storage/commands.ts'
import { readWork } from '../../storage/deliver.ts'
import { inFormDatabase } from '../../storage/entry.ts'
import { bringToCase, forgetPin, knownPin, type Link, sendReport } from '../publicLink.ts'
import { endPublicSession, forgetPublicSessions, keptBeside } from '../publicSessions.ts'

/** A report that the server has: its code, and the day on which it arrived there. */
export type Reported = { code: string; receivedOn: string }

/**
 * Brings a completed report to the server under its code, then each of its files. Every step may be repeated any number
 * of times. Undefined where another tab has brought it already. Throws a `RequestError`.
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
  await endPublicSession(work.entry)
  return { code, receivedOn }
}

// What this device keeps beside the answers of a report, until its code has been shown: what the reporter chose to be,
// and the code, so that a page that is closed while it is sent does not lose the case. After that nothing is left of
// it.

const storedIdentity = (formId: number) => storedText(onDevice, `tend_public_identity_${formId}`)
const storedCode = (formId: number) => storedText(onDevice, `tend_public_code_${formId}`)

/** Nobody is named who did not choose it. */
export function keptIdentity(formId: number): Identity {
  const kept = storedIdentity(formId).read()
  return identities.find(one => one === kept) ?? 'anonymous'
}
export function keepIdentity(formId: number, identity: Identity): void {
  storedIdentity(formId).write(identity)
}

/** The code of the report that is being sent: made once, by this device. */
export function codeToSend(formId: number): string {
  const kept = storedCode(formId).read()
  if (kept) return kept
  const code = codeOf(crypto.getRandomValues(new Uint8Array(16)))
  storedCode(formId).write(code)
  return code
}

/** Removes everything of a report from this device, also that it was ever opened here. */
export async function forgetReport(link: Link): Promise<void> {
  const formId = Number(link.id)
  await forgetPublicSessions(link)
  await inFormDatabase(visitorId, async ({ entries, forms }) => {
    // Other tabs were told that it was sent: nothing has to say that it was removed.
    await entries.where('state').equals('discarded').delete()
    await forms.where('form_id').equals(formId).delete()
  })
  storedIdentity(formId).remove()
  storedCode(formId).remove()
  forgetPin(link)
}
