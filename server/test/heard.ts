import { identifyByToken } from '../accounts/identity.ts'
import type { Services } from '../lib/context.ts'
import { withDatabase } from '../lib/db/pools.ts'
import { loginsOf, urlFor } from '../lib/db/roles.ts'
import { joinChannel } from '../lib/http/broadcasting.ts'
import { Bus } from '../lib/nodes/bus.ts'
import { dataIn } from '../lib/pusher/channels.ts'
import { channels } from '../registry.ts'

export type Heard = { channel: string; event: string; data: unknown }

export type Recording = { heard: Heard[]; caughtUp(): Promise<void>; close(): Promise<void> }

/** Keeps every event that leaves for the sockets, as another node of the same tend would hear it. */
export async function recordEvents(ownerUrl: string, { log }: Services): Promise<Recording> {
  const heard: Heard[] = []
  const bus = new Bus(urlFor(ownerUrl, loginsOf(ownerUrl).system), log, {
    receive(message) {
      if (message.kind !== 'event') return
      for (const channel of message.channels)
        heard.push({ channel, event: message.event, data: dataIn(message, channel) })
    },
    opening: async () => {},
    opened() {},
  })
  await bus.open()
  return { heard, caughtUp: () => bus.caughtUp(), close: () => bus.close() }
}

/** What somebody with this token would have heard by now: events of the channels that the real rules let them join. */
export async function heardBy(
  services: Services,
  { heard, caughtUp }: Recording,
  token: string,
  event: string,
): Promise<unknown[]> {
  await caughtUp()
  const noTenant = { companyId: null, userId: null }
  const identity = await withDatabase(services.pools.platform, noTenant, false, db =>
    identifyByToken(db, token, new Date()),
  )
  const found: unknown[] = []
  for (const one of heard)
    if (one.event === event && (await joinChannel(services, identity, channels, one.channel)) !== false)
      found.push(one.data)
  return found
}
