/**
 * A signature names no user and never expires, so each one is also a grant: this socket may subscribe to this channel
 * for this user in this session. Removing the grant ends the access.
 */

import type { Adapter, Grant, GrantMatch } from './adapter.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { Limits, Log } from './options.ts'
import { InvalidSubscription, isOneOf } from './protocol.ts'

export class Grants {
  /** the oldest first; a list, because most sockets hold few */
  private readonly sockets = new Map<string, Grant[]>()
  private readonly perUser = new Map<number, number>()
  private readonly perSocket: number

  constructor(perSocket: number) {
    this.perSocket = perSocket
  }

  /**
   * Keeps a grant; a newer one for the same channel replaces the older. When a socket holds too many, the oldest that
   * `inUse` does not name goes. Throws InvalidSubscription where the socket already belongs to somebody else: one
   * browser that changes its user opens a new socket.
   */
  add(grant: Grant, inUse: (channel: string) => boolean): void {
    const held = this.sockets.get(grant.socketId) ?? []
    if (held.some(({ userId }) => userId !== grant.userId))
      throw new InvalidSubscription('This socket belongs to another user')
    const older = held.findIndex(({ channel }) => channel === grant.channel)
    if (older >= 0) held.splice(older, 1)
    if (held.length >= this.perSocket) {
      const idle = held.findIndex(({ channel }) => !inUse(channel))
      if (idle < 0) throw new InvalidSubscription('Too many channels on one socket')
      held.splice(idle, 1)
    }
    if (!this.sockets.has(grant.socketId)) this.count(grant.userId, 1)
    // A list that grows takes room for seventeen, and most sockets hold two or three.
    this.sockets.set(grant.socketId, [...held, grant])
  }

  /** The living grant of a socket for a channel. */
  find(socketId: string, channel: string): Grant | undefined {
    return this.sockets.get(socketId)?.find(grant => grant.channel === channel)
  }

  /** How many sockets belong to a user. */
  socketsOf(userId: number): number {
    return this.perUser.get(userId) ?? 0
  }

  /** Whether a socket holds any grant. */
  holdsAny(socketId: string): boolean {
    return this.sockets.has(socketId)
  }

  /** Removes the grants that match and returns them. */
  remove(match: GrantMatch): Grant[] {
    const removed: Grant[] = []
    for (const [socketId, held] of this.sockets) {
      const taken = held.filter(grant => matches(grant, match))
      if (taken.length === 0) continue
      removed.push(...taken)
      if (taken.length === held.length) this.forget(socketId)
      else
        this.sockets.set(
          socketId,
          held.filter(grant => !taken.includes(grant)),
        )
    }
    return removed
  }

  /** Removes all grants of a closed socket. */
  forget(socketId: string): void {
    const [grant] = this.sockets.get(socketId) ?? []
    this.sockets.delete(socketId)
    if (grant) this.count(grant.userId, -1)
  }

  /** Sockets with at least one grant. */
  get size(): number {
    return this.sockets.size
  }

  private count(userId: number, more: number): void {
    const count = this.socketsOf(userId) + more
    if (count === 0) this.perUser.delete(userId)
    else this.perUser.set(userId, count)
  }
}

function matches(grant: Grant, { userId, sessionId, channel }: GrantMatch): boolean {
  if (userId !== undefined && grant.userId !== userId) return false
  if (sessionId !== undefined && grant.sessionId !== sessionId) return false
  return channel === undefined || isOneOf(grant.channel, channel)
}

const SESSION_ENDED = 4009
const OVER_CAPACITY = 4100

type GrantManagerNeeds = {
  grants: Grants
  connections: Connections
  subscriptions: { revoke(connection: Connection, channel: string): void }
  adapter: Adapter
  limits: Limits
  log: Log
}

/** Gives grants to the sockets of this node and revokes them. */
export class GrantManager {
  private readonly needs: GrantManagerNeeds

  constructor(needs: GrantManagerNeeds) {
    this.needs = needs
  }

  /**
   * Brings a grant to the node that has the socket. Throws InvalidSubscription where that is this node and the socket
   * may not have it; grants are only kept for open sockets, so that nobody can fill the memory with invented ones.
   */
  async share(grant: Grant): Promise<void> {
    const connection = this.needs.connections.get(grant.socketId)
    if (connection) this.keep(connection, grant)
    else await this.needs.adapter.send([{ kind: 'grant', grant }])
  }

  /** Takes a grant that was made on any node, if its socket is here. */
  take(grant: Grant): void {
    const connection = this.needs.connections.get(grant.socketId)
    if (!connection) return
    try {
      this.keep(connection, grant)
    } catch (error) {
      // The subscription that it was meant for is refused.
      if (!(error instanceof InvalidSubscription)) throw error
      this.needs.log.debug({ err: error }, 'realtime: a grant of another node was not applied')
    }
  }

  /** Takes the grants that match away from the sockets of this node, and ends their subscriptions. */
  revoke(match: GrantMatch): void {
    const { grants, connections, subscriptions } = this.needs
    for (const { socketId, channel } of grants.remove(match)) {
      const connection = connections.get(socketId)
      if (!connection) continue
      if (match.channel === undefined && !grants.holdsAny(socketId)) connection.end(SESSION_ENDED, 'Session ended')
      else subscriptions.revoke(connection, channel)
    }
  }

  private keep(connection: Connection, grant: Grant): void {
    const { grants, limits } = this.needs
    if (!grants.holdsAny(connection.id) && grants.socketsOf(grant.userId) >= limits.socketsPerUser) {
      connection.end(OVER_CAPACITY, 'Too many connections of one user')
      throw new InvalidSubscription('Too many connections of one user')
    }
    // Texts that were cut out of a request hold all of it: kept are those that are here already.
    const kept = { ...grant, socketId: connection.id, channel: shared(grant.channel) }
    grants.add(kept, channel => connection.subscriptionTo(channel) !== undefined)
  }
}

/** An interned text: V8 keeps names of fields once for all that are equal. */
const shared = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text
