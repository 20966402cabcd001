/**
 * What this device keeps beside the answers of a report, until its code has been shown: what the reporter chose to be, and the code, so that a
 * page that is closed while it is sent does not lose the case. After that nothing is left of it.
 */

import { codeOf } from '#shared/cases/code.ts'
import { type Identity, identities } from '#shared/cases/rules.ts'
import { visitorId } from '../../../lib/offline/deviceKey.ts'
import { onDevice } from '../../../lib/storage.ts'
import { inJournal } from '../../journal/journalDatabase.ts'
import type { Link } from '../address.ts'
import { forgetPin } from '../pin.ts'
import { forgetVisits } from '../visits.ts'

const identityKey = (formId: number) => `tend_public_identity_${formId}`
const codeKey = (formId: number) => `tend_public_code_${formId}`

/** Nobody is named who did not choose it. */
export function keptIdentity(formId: number): Identity {
  const kept = onDevice.read(identityKey(formId))
  return identities.find(one => one === kept) ?? 'anonymous'
}
export function keepIdentity(formId: number, identity: Identity): void {
  onDevice.write(identityKey(formId), identity)
}

/** The code of the report that is being sent: made once, by this device. */
export function codeToSend(formId: number): string {
  const kept = onDevice.read(codeKey(formId))
  if (kept) return kept
  const code = codeOf(crypto.getRandomValues(new Uint8Array(16)))
  onDevice.write(codeKey(formId), code)
  return code
}

/** Removes everything of a report from this device, also that it was ever opened here. */
export async function forgetReport(link: Link): Promise<void> {
  const formId = Number(link.id)
  await forgetVisits(link)
  await inJournal(visitorId, async ({ entries, forms }) => {
    // Other tabs were told that it was sent: nothing has to say that it was removed.
    await entries.where('state').equals('discarded').delete()
    await forms.where('form_id').equals(formId).delete()
  })
  onDevice.remove(identityKey(formId))
  onDevice.remove(codeKey(formId))
  forgetPin(link)
}
