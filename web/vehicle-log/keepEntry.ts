/** Puts what was written without signal into the outbox, and takes it out. */

import { enqueue } from '../lib/offline/sending.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { currentUser } from '../lib/session/session.ts'
import { type EntryDraft, entryKindName, entryPayloadVersion } from './entryKind.ts'

/** Resolves when it is on the device's disk; in the place of what was kept under the same uuid. */
export async function keepEntry(said: EntryDraft, vehicleName: string): Promise<void> {
  const user = currentUser()
  if (!user) throw new Error('Nobody is signed in')
  const entry = {
    ...{ uuid: said.uuid, kind: entryKindName, payload_version: entryPayloadVersion, said, vehicle_name: vehicleName },
    ...{ user_id: user.id, company_id: user.company_id ?? 0 },
  }
  await enqueue([entry])
}

/** It reached the server, or nobody wants it any more. */
export async function forgetEntry(uuid: string): Promise<void> {
  const user = currentUser()
  if (user) await useQueue.remove({ user_id: user.id, uuid })
}
