/** Sends what waits on the device, in the order in which it was written. The server writes each thing once. */
import { send, visitorOptions } from '../../../lib/client.ts'
import { RequestError } from '../../../lib/requestError.ts'
import { unlessTaken } from '../../../lib/tabLock.ts'
import { isOver, type PassAddress, pathOf } from '../askPass.ts'
import type { Entry, Unsent } from './unsent.ts'

/**
 * Sends until nothing is left, or until the network or the server takes no more; another tab that sends is left to it.
 * Throws the `RequestError` by which the pass is over.
 */
export async function sendUnsent(pass: PassAddress, unsent: Unsent): Promise<void> {
  await unlessTaken(`unsent pass ${pass.id}`, () => sendAll(pass, unsent))
}

async function sendAll(pass: PassAddress, unsent: Unsent): Promise<void> {
  for (const entry of await unsent.entries()) {
    if (entry.refused) continue
    try {
      await sendEntry(pass, unsent, entry)
      await unsent.remove(entry)
    } catch (error) {
      if (!(error instanceof RequestError) || isOver(error)) throw error
      // What would be refused again stays, with the reason, until somebody discards it.
      if (error.isPassing || error.code === 'pin_required' || error.code === 'wrong_pin') return
      await unsent.put({ ...entry, refused: error.code })
    }
  }
}

async function sendEntry(pass: PassAddress, unsent: Unsent, { call, body, pictures }: Entry): Promise<void> {
  const options = visitorOptions(pass.pin)
  for (const uuid of pictures) {
    const picture = await unsent.picture(uuid)
    if (!picture) continue
    const form = new FormData()
    form.append('uuid', uuid)
    form.append('file', picture, 'photo')
    await send('POST', `${pathOf(pass)}/photo`, { ...options, body: form })
  }
  await send('POST', pathOf(pass) + call, { ...options, body })
}
