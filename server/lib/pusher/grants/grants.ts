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
  /** the oldest first; a list, because most sockets hold few */
  private readonly sockets = new Map<string, KeptGrant[]>()
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
  find(socketId: string, channel: string): KeptGrant | undefined {
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
  remove(match: GrantMatch): KeptGrant[] {
    const removed: KeptGrant[] = []
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
