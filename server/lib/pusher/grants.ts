/**
 * A signature names no user and never ends. So each one is also a grant, kept here: this socket may subscribe to this
 * channel for this user in this session. Taking the grant away is what ends access.
 */
import { InvalidSubscription } from './invalidSubscription.ts'
import type { Member } from './presence.ts'

export type Grant = { socketId: string; channel: string; userId: number; sessionId: number }

/** `member` is how a presence channel announces the user; without one the user only watches. */
export type KeptGrant = Grant & { member?: Member }

export type GrantMatch = { userId?: number; sessionId?: number; channel?: string | ((channel: string) => boolean) }

export class Grants {
  private readonly sockets = new Map<string, Map<string, KeptGrant>>()
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
    this.sockets.set(grant.socketId, held)
  }

  /** The living grant of a socket for a channel. */
  find(socketId: string, channel: string): KeptGrant | undefined {
    return this.sockets.get(socketId)?.get(channel)
  }

  /** Whether a socket holds any grant. */
  holdsAny(socketId: string): boolean {
    return this.sockets.has(socketId)
  }

  /** Removes the grants that match and returns them. */
  remove(match: GrantMatch): KeptGrant[] {
    const removed: KeptGrant[] = []
    for (const [socketId, held] of this.sockets) {
      for (const grant of held.values()) {
        if (!matches(grant, match)) continue
        held.delete(grant.channel)
        removed.push(grant)
      }
      if (held.size === 0) this.sockets.delete(socketId)
    }
    return removed
  }

  /** Removes all grants of a closed socket. */
  forget(socketId: string): void {
    this.sockets.delete(socketId)
  }

  /** Sockets with at least one grant. */
  get size(): number {
    return this.sockets.size
  }
}

function matches(grant: Grant, { userId, sessionId, channel }: GrantMatch): boolean {
  if (userId !== undefined && grant.userId !== userId) return false
  if (sessionId !== undefined && grant.sessionId !== sessionId) return false
  if (typeof channel === 'function') return channel(grant.channel)
  return channel === undefined || grant.channel === channel
}
