/**
 * The realtime server: the Pusher Channels protocol 7 on `ws`, inside the application's own process. It knows nothing of
 * what the application is about. Channels are private or presence; who may enter one is decided by the application, which
 * calls `authorize` for it and `revoke` when that ends.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { authorize } from './authorize.ts'
import { Channels } from './channels.ts'
import { senderOf } from './clientEvents.ts'
import { Connections } from './connections.ts'
import { type GrantMatch, Grants } from './grants.ts'
import { memoryHub } from './hub.ts'
import { LIMITS } from './limits.ts'
import type { Log } from './log.ts'
import { type Member, Presence } from './presence.ts'
import { receive } from './receive.ts'
import { Subscriptions } from './subscriptions.ts'

const SESSION_ENDED = 4009

export type PusherOptions = {
  appId: string
  key: string
  secret: string
  /** seconds, advertised to clients; a socket that is silent for longer is pinged */
  activityTimeout: number
  log: Log
  /** called once when the last socket of a user leaves a presence channel or closes */
  onUserGone?: (channel: string, userId: string) => void
  /** whether a page of this origin may connect; clients that are not browsers send none */
  allowedOrigin?: (origin: string | undefined, host: string | undefined) => boolean
}

export type AuthorizeInput = {
  socketId: string
  channel: string
  userId: number
  sessionId: number
  /** how the user is announced in a presence channel; without it they see the members and are not one of them */
  presence?: Member
}

export type PusherServer = {
  /** Takes an HTTP upgrade under /app/ and answers it, whatever the answer; false when the path is not ours. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Signs a channel and keeps the grant: the body for /broadcasting/auth. Throws InvalidSubscription. */
  authorize(input: AuthorizeInput): { auth: string; channel_data?: string }
  /** Sends an event to a channel. Never throws: what it tells of is committed already. A string goes out as it is. */
  publish(channel: string, event: string, data: unknown, exceptSocketId?: string): void
  /**
   * Takes the grants that match away and ends their subscriptions: the client is told on the channel, or, where no channel
   * is named and nothing of the socket remains, by a close with 4009. At least one criterion must be given.
   */
  revoke(match: GrantMatch): void
  /** The ids of the users present in a presence channel. */
  members(channel: string): string[]
  socketCount(): number
  /** How much is kept, by kind; all zero when nobody is connected. */
  counts(): { sockets: number; channels: number; grants: number; presenceChannels: number }
  /** Planned stop: turns new sockets away, closes the others with 4200 one after another, resolves when all are gone. */
  close(): Promise<void>
}

/** `limits` are those of limits.ts; tests set smaller ones. `makeHub` is what joins this node to others, if there are any. */
export function createPusherServer(options: PusherOptions, limits = LIMITS, makeHub = memoryHub): PusherServer {
  const { log } = options
  const channels = new Channels()
  const grants = new Grants(2 * limits.channelsPerSocket)
  const presence = new Presence()
  const hub = makeHub(presence, {
    deliver(channel, event, data, exceptSocketId) {
      // While all are being sent away, nobody needs to hear of each other's leaving.
      if (connections.isClosing && event.startsWith('pusher_internal:')) return
      channels.deliver(channel, event, data, exceptSocketId, senderOf(event, data))
    },
    userGone(channel, userId) {
      options.onUserGone?.(channel, userId)
    },
  })
  const subscriptions = new Subscriptions({ app: options, limits, grants, channels, hub, log })
  const connections = new Connections(options, limits, {
    onMessage: (connection, text) => receive(connection, text, { subscriptions, hub, limits, log }),
    onEnd(connection) {
      grants.forget(connection.id)
      subscriptions.leaveAll(connection)
    },
  })

  return {
    handleUpgrade: (request, socket, head) => connections.handleUpgrade(request, socket, head),
    authorize: input => authorize(input, options, limits, grants, connections.get(input.socketId)),
    publish(channel, event, data, exceptSocketId) {
      try {
        hub.publish(channel, event, data, exceptSocketId)
      } catch (error) {
        log.error({ err: error, channel, event }, 'realtime: publishing failed')
      }
    },
    revoke(match) {
      if (Object.values(match).every(criterion => criterion === undefined))
        throw new Error('revoke() needs a criterion')
      for (const { socketId, channel } of grants.remove(match)) {
        const connection = connections.get(socketId)
        if (!connection) continue
        if (match.channel === undefined && !grants.holdsAny(socketId)) connection.end(SESSION_ENDED, 'Session ended')
        else subscriptions.revoke(connection, channel)
      }
    },
    members: channel => presence.userIds(channel),
    socketCount: () => connections.size,
    counts: () => ({
      sockets: connections.size,
      channels: channels.size,
      grants: grants.size,
      presenceChannels: presence.size,
    }),
    close: () => connections.closeAll(),
  }
}
