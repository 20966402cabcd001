/**
 * What lies between the sockets of one node and everybody else: `server/lib/nodes` has it over PostgreSQL. Presence is counted behind it, because only the hub knows whether
 * a user has sockets elsewhere. `join` and `leave` of one socket are called one after the other, never at once, and must settle in
 * bounded time: a planned stop waits for them.
 */
import type { Database } from '../db/pools.ts'
import type { Member, MemberList } from './members.ts'
import type { Message } from './messages.ts'

export type Hub = {
  /** This node's name among the others. */
  readonly node: string
  /** Presence channels with a member on this node. */
  readonly presenceChannels: number
  /** Joins the other nodes. */
  start(): Promise<void>
  /**
   * Brings messages to every node, this one included, in the same order everywhere; with a transaction when it commits, and only
   * then. Rejects where they cannot be sent.
   */
  send(messages: Message[], transaction?: Database): Promise<void>
  /** Resolves when everything that any node sent before has arrived here; rejects where that cannot be known for now. */
  caughtUp(): Promise<void>
  /**
   * A socket enters a channel. Resolves with the members where it is a presence channel, and tells the others when the member is
   * new; to enter again changes nothing. Without a member the socket only watches. Calls `entered` at the point in the order of
   * messages at which the list was true: arrivals and departures that were delivered before are in it, later ones are not.
   * Rejects where the hub cannot know for now: the client is then sent away with 4100 and tries again.
   */
  join(
    channel: string,
    socketId: string,
    member: Member | undefined,
    entered: () => void,
  ): Promise<MemberList | undefined>
  /** A socket leaves a channel; tells the others when its user is gone. */
  leave(channel: string, socketId: string): Promise<void>
  /** The ids of the users in each of these presence channels. */
  userIds(channels: string[]): Promise<Map<string, string[]>>
  /** The nodes that live, this one among them. */
  nodes(): Promise<string[]>
  close(): Promise<void>
}

export type HubListeners = {
  /** does what a message says, on this node */
  receive(message: Message): void
  /** messages may have been missed: whoever listens must begin anew */
  missed(): void
  /** the last socket of a user has left a presence channel; called on one node only */
  userGone(channel: string, userId: string): void
}

export type MakeHub = (listeners: HubListeners) => Hub
