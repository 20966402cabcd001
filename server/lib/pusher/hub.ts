/**
 * What lies between the sockets of one node and everybody else: three methods, so that the same server runs on one node
 * (here, in memory) and on several (the same methods over PostgreSQL). Presence is counted behind it, because only the hub
 * knows whether a user has sockets elsewhere. `join` and `leave` of one socket are called one after the other, never at once,
 * and must settle in bounded time: a planned stop waits for them.
 */
import { channelKind } from './channelNames.ts'
import type { Member, MemberList, Presence } from './presence.ts'

export type Hub = {
  /** Brings an event to every socket of the channel on every node, but not to `exceptSocketId`. */
  publish(channel: string, event: string, data: unknown, exceptSocketId?: string): void
  /**
   * A socket enters a channel. Resolves with the members where it is a presence channel, and tells the others when the
   * member is new; to enter again changes nothing. Without a member the socket only watches. Rejects where the hub cannot know for now: the client is then
   * sent away with 4100 and tries again.
   */
  join(channel: string, socketId: string, member?: Member): Promise<MemberList | undefined>
  /** A socket leaves a channel; tells the others when its user is gone. */
  leave(channel: string, socketId: string): Promise<void>
}

export type HubListeners = {
  /** brings an event to the channel's sockets on this node */
  deliver(channel: string, event: string, data: unknown, exceptSocketId?: string): void
  /** the last socket of a user has left a presence channel */
  userGone(channel: string, userId: string): void
}

/** `presence` holds who is present; the hub keeps it, others read it. */
export type MakeHub = (presence: Presence, listeners: HubListeners) => Hub

/** The hub of a single node. */
export const memoryHub: MakeHub = (presence, { deliver, userGone }) => {
  return {
    publish: deliver,
    async join(channel, socketId, member) {
      if (channelKind(channel) !== 'presence') return undefined
      if (member && presence.join(channel, socketId, member)) {
        deliver(channel, 'pusher_internal:member_added', member, socketId)
      }
      return presence.list(channel)
    },
    async leave(channel, socketId) {
      const userId = presence.leave(channel, socketId)
      if (userId === undefined) return
      deliver(channel, 'pusher_internal:member_removed', { user_id: userId })
      userGone(channel, userId)
    },
  }
}
