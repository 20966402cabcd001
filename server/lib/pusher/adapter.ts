/**
 * Connects the sockets of one node with those of all others; `server/lib/nodes` implements it over PostgreSQL and
 * counts presence, because only the adapter knows whether a user has sockets elsewhere. `join` and `leave` of one
 * socket are called one after the other and must end in bounded time: a graceful shutdown waits for them.
 */
import type { Database } from '../db/pools.ts'

export type Adapter = {
  /** This node's name among the others. */
  readonly node: string
  /** Presence channels with a member on this node. */
  readonly presenceChannels: number
  /** Joins the other nodes. */
  start(): Promise<void>
  /**
   * Brings messages to every node, this one included, in the same order everywhere; with a transaction when it commits,
   * and only then. Rejects where they cannot be sent.
   */
  send(messages: Message[], transaction?: Database): Promise<void>
  /**
   * Resolves when everything that any node sent before has arrived here; rejects where that cannot be known for now.
   */
  caughtUp(): Promise<void>
  /**
   * A socket enters a channel. Resolves with the members where it is a presence channel, and tells the others when the
   * member is new; to enter again changes nothing. Without a member the socket only watches. Calls `entered` at the
   * point in the order of messages at which the list was true: arrivals and departures that were delivered before are
   * in it, later ones are not. Rejects where the adapter cannot know for now: the client is then sent away with 4100
   * and tries again.
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

export type AdapterListeners = {
  /** does what a message says, on this node */
  receive(message: Message): void
  /** messages may have been missed: clients must reconnect and fetch again */
  missed(): void
  /** the last socket of a user has left a presence channel; called on one node only */
  userGone(channel: string, userId: string): void
}

export type MakeAdapter = (listeners: AdapterListeners) => Adapter

// Messages between nodes. A node's messages to itself travel the same way, so that all nodes do the same things in the
// same order.

/**
 * An event for everybody in the channels on any node, except for the socket `except`. `own` is merged into `data` in
 * single channels, so that an event for many people, each with a part for them alone, is sent once.
 */
export type OutgoingEvent = {
  channels: string[]
  event: string
  data: unknown
  own?: Record<string, object>
  except?: string
}

export type Message =
  | ({ kind: 'event' } & OutgoingEvent)
  /** kept by the node that has the socket: the request for it may have come to another one */
  | { kind: 'grant'; grant: Grant }
  | { kind: 'revocation'; match: GrantMatch }
  /** `question` asks every node for its subscriptions of these channels; each says what it has */
  | { kind: 'count'; question: string; channels: string | string[] }
  | { kind: 'counted'; question: string; node: string; subscriptions: Record<string, number> }
  /** the settings have changed */
  | { kind: 'settings' }

/** How a presence channel announces a user. */
export type Member = { user_id: string; user_info: object }

/** The data of a presence channel's subscription_succeeded: everybody who is there, one entry per user. */
export type MemberList = { presence: { ids: string[]; hash: Record<string, object>; count: number } }

/**
 * The right of one socket to subscribe to one channel, for this user in this session. `member` is how a presence
 * channel announces the user; without one the user only watches.
 */
export type Grant = { socketId: string; channel: string; userId: number; sessionId: number; member?: Member }

/** Selects grants by user, session and channels; a name that ends with `*` means all with that prefix. */
export type GrantMatch = { userId?: number; sessionId?: number; channel?: string | string[] }
