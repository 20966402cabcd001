/**
 * Who is present in each presence channel. A person counts once however many sockets they have; the first socket brings
 * them in, the last one takes them out.
 */
export type Member = { user_id: string; user_info: object }

/** The data of a presence channel's subscription_succeeded. */
export type MemberList = { presence: { ids: string[]; hash: Record<string, object>; count: number } }

type Room = { users: Map<string, { info: object; sockets: number }>; sockets: Map<string, string> }

export class Presence {
  private readonly rooms = new Map<string, Room>()

  /** Adds a socket of a member; true when it is the first of that user. */
  join(channel: string, socketId: string, member: Member): boolean {
    const room = this.rooms.get(channel) ?? { users: new Map(), sockets: new Map() }
    this.rooms.set(channel, room)
    if (room.sockets.has(socketId)) return false
    room.sockets.set(socketId, member.user_id)
    const user = room.users.get(member.user_id)
    if (user) user.sockets += 1
    else room.users.set(member.user_id, { info: member.user_info, sockets: 1 })
    return !user
  }

  /** Removes a socket; the user's id when it was the last one of theirs. */
  leave(channel: string, socketId: string): string | undefined {
    const room = this.rooms.get(channel)
    const userId = room?.sockets.get(socketId)
    if (!room || userId === undefined) return undefined
    room.sockets.delete(socketId)
    if (room.sockets.size === 0) this.rooms.delete(channel)
    const user = room.users.get(userId)
    if (user && user.sockets > 1) {
      user.sockets -= 1
      return undefined
    }
    room.users.delete(userId)
    return userId
  }

  /** Everybody present, one entry per user. */
  list(channel: string): MemberList {
    const users = [...(this.rooms.get(channel)?.users ?? [])]
    return {
      presence: {
        ids: users.map(([id]) => id),
        hash: Object.fromEntries(users.map(([id, { info }]) => [id, info])),
        count: users.length,
      },
    }
  }

  /** The ids of everybody present. */
  userIds(channel: string): string[] {
    return [...(this.rooms.get(channel)?.users.keys() ?? [])]
  }

  /** Channels with somebody in them. */
  get size(): number {
    return this.rooms.size
  }
}
