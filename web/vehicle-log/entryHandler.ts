/** Delivers an entry of a vehicle's log: written beside the vehicle, where there may be no signal. */
import type { InputOf } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import type { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { api } from '../api.ts'
import { isUnderway, type OutboxEntry, type OutboxHandler } from '../lib/offline/outboxHandler.ts'
import { enqueue } from '../lib/offline/sending.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { queryClient } from '../lib/queryClient.ts'
import { currentUser } from '../lib/session/session.ts'
import { withTimeout } from '../lib/withTimeout.ts'

export const entryHandlerName = 'vehicleEntry'
export const entryPayloadVersion = 1

export type EntryDraft = InputOf<typeof vehicleLog.write>
export type UnsentEntry = OutboxEntry & { said: EntryDraft; vehicle_name: string }

export const isVehicleEntry = (entry: OutboxEntry): entry is UnsentEntry => entry.kind === entryHandlerName

export const entryHandler = (
  write: (draft: EntryDraft) => Promise<unknown>,
  onSent: () => unknown,
): OutboxHandler<UnsentEntry> => ({
  name: entryHandlerName,
  payloadVersion: entryPayloadVersion,
  async deliver(entry, store) {
    if (!isUnderway(entry)) return false
    // By its uuid the server knows it again, however often it comes.
    await write(entry.said)
    await store.remove(entry.user_id, entry.uuid)
    onSent()
    return true
  },
  describe: ({ said, vehicle_name }, { t }) => ({
    title: `${t(`vehicleLog.kinds.${said.kind}`)}${t('common.colon')} ${vehicle_name}`,
    details: [said.day, ...(said.kilometres == null ? [] : [t('vehicleLog.km', { value: said.kilometres })])],
    href: `/vehicles/${said.vehicle_id}`,
  }),
  rescue: async ({ said, vehicle_name, uuid, last_error }) => [
    {
      path: filenameOf(`${said.day} ${vehicle_name}`, ` ${uuid.slice(0, 8)}.json`),
      content: new TextEncoder().encode(JSON.stringify({ vehicle: vehicle_name, ...said, last_error }, null, 2)),
    },
  ],
  // Meters run forward: what was read first is sent first.
  queueOf: ({ said }) => `vehicle ${said.vehicle_id}`,
  isRemovable: true,
})

/** Puts an entry into the outbox, in the place of one with the same uuid. Resolves when it is on the device's disk. */
export async function keepEntry(said: EntryDraft, vehicleName: string): Promise<void> {
  const user = currentUser()
  if (!user) throw new Error('Nobody is signed in')
  const entry = {
    ...{
      uuid: said.uuid,
      kind: entryHandlerName,
      payload_version: entryPayloadVersion,
      said,
      vehicle_name: vehicleName,
    },
    ...{ user_id: user.id, company_id: user.company_id ?? 0 },
  }
  await enqueue([entry])
}

/** Removes an entry that reached the server or is not wanted any more. */
export async function forgetEntry(uuid: string): Promise<void> {
  const user = currentUser()
  if (user) await useQueue.remove({ user_id: user.id, uuid })
}

/** What the log of vehicles puts into the outbox. */
export const vehicleLogHandlers = [
  entryHandler(withTimeout(api.vehicleLog.write), () =>
    queryClient.invalidateQueries({ queryKey: api.vehicleLog.key }),
  ),
]
