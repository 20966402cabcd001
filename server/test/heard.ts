import { channels } from '../app.ts'
import { identifyByToken } from '../auth/queries.ts'
import { joinChannel } from '../lib/broadcasting.ts'
import { withDatabase } from '../lib/db/pools.ts'
import type { Services } from '../lib/services.ts'

export type Heard = { channel: string; event: string; data: unknown }

/** Keeps every event that leaves for the sockets, which it still does. */
export function recordEvents(services: Services): Heard[] {
  const heard: Heard[] = []
  const { publish } = services.realtime
  services.realtime.publish = (channel, event, data, exceptSocketId) => {
    heard.push({ channel, event, data })
    publish(channel, event, data, exceptSocketId)
  }
  return heard
}

/** What somebody with this token would have heard: events of the channels that the real rules let them join. */
export async function heardBy(services: Services, heard: Heard[], token: string, event: string): Promise<unknown[]> {
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
