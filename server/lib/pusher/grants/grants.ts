/**
 * A signature names no user and never ends. So each one is also a grant, kept here: this socket may subscribe to this
 * channel for this user in this session. Taking the grant away is what ends access.
 */
import { isOneOf } from '../channelNames.ts'
import { InvalidSubscription } from '../invalidSubscription.ts'
import type { Member } from '../members.ts'

type Grant = { socketId: string; channel: string; userId: number; sessionId: number }

/** `member` is how a presence channel announces the user; without one the user only watches. */
export type KeptGrant = Grant & { member?: Member }

/** Whose grants, and for which channel or channels; a name that ends with `*` stands for all that begin so. */
export type GrantMatch = { userId?: number; sessionId?: number; channel?: string | string[] }

export class Grants {
  private readonly sockets = new Map<string, Map<string, KeptGrant>>()
  private readonly perUser = new Map<number, number>()
  private readonly perSocket: number

  constructor(perSocket: number) {
    this.perSocket = perSocket
  }

  /**
   * Keeps a grant; a newer one for the same channel replaces the older. When a socket holds too many, the oldest that
   * `inUse` does not name goes. Throws InvalidSubscription where the socket already belongs to somebody else: one browser
   * that changes its user opens a new socket.
   */
  add(grant: KeptGrant, inUse: (channel: string) => boolean): void {
    const held = this.sockets.get(grant.socketId) ?? new Map<string, KeptGrant>()
    for (const { userId } of held.values()) {
      if (userId !== grant.userId) throw new InvalidSubscription('This socket belongs to another user')
    }
    held.delete(grant.channel)
    if (held.size >= this.perSocket) {
      const idle = held.keys().find(channel => !inUse(channel))
      if (idle === undefined) throw new InvalidSubscription('Too many channels on one socket')
      held.delete(idle)
    }
    held.set(grant.channel, grant)
    if (!this.sockets.has(grant.socketId)) this.count(grant.userId, 1)
    this.sockets.set(grant.socketId, held)
  }

  /** The living grant of a socket for a channel. */
  find(socketId: string, channel: string): KeptGrant | undefined {
    return this.sockets.get(socketId)?.get(channel)
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
  remove(match: GrantMatch): KeptGrant[] {
    const removed: KeptGrant[] = []
    for (const [socketId, held] of this.sockets) {
      const taken = [...held.values()].filter(grant => matches(grant, match))
      if (taken.length === held.size) this.forget(socketId)
      for (const { channel } of taken) held.delete(channel)
      removed.push(...taken)
    }
    return removed
  }

  /** Removes all grants of a closed socket. */
  forget(socketId: string): void {
    const [grant] = this.sockets.get(socketId)?.values() ?? []
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
