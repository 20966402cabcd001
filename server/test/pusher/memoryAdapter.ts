/**
 * Adapter of a single node without a database, for tests and measurements; it ignores transactions, as there is nothing
 * to wait for. A person counts once: their first socket adds them to a channel, their last removes them.
 */

import type { MakeAdapter, Member, MemberList } from '../../lib/pusher/adapter.ts'
import { channelKind } from '../../lib/pusher/protocol.ts'

export const memoryAdapter: MakeAdapter = ({ receive, userGone }) => {
  /** by channel and socket, in the order of arrival */
  const rooms = new Map<string, Map<string, Member>>()
  const usersIn = (channel: string) => {
    const users = new Map<string, object>()
    for (const { user_id, user_info } of rooms.get(channel)?.values() ?? [])
      if (!users.has(user_id)) users.set(user_id, user_info)
    return users
  }
  const tell = (channel: string, event: string, data: unknown) =>
    receive({ kind: 'event', channels: [channel], event, data })

  return {
    node: 'alone',
    get presenceChannels() {
      return rooms.size
    },
    async start() {},
    async send(messages) {
      for (const message of messages) receive(message)
    },
    async caughtUp() {},
    async join(channel, socketId, member, entered): Promise<MemberList | undefined> {
      if (channelKind(channel) !== 'presence') return undefined
      const isNew = member && !usersIn(channel).has(member.user_id)
      if (member) rooms.set(channel, (rooms.get(channel) ?? new Map<string, Member>()).set(socketId, member))
      if (isNew) tell(channel, 'pusher_internal:member_added', member)
      entered()
      const users = usersIn(channel)
      return { presence: { ids: [...users.keys()], hash: Object.fromEntries(users), count: users.size } }
    },
    async leave(channel, socketId) {
      const member = rooms.get(channel)?.get(socketId)
      if (!member) return
      rooms.get(channel)?.delete(socketId)
      if (rooms.get(channel)?.size === 0) rooms.delete(channel)
      if (usersIn(channel).has(member.user_id)) return
      tell(channel, 'pusher_internal:member_removed', { user_id: member.user_id })
      userGone(channel, member.user_id)
    },
    userIds: async channels => new Map(channels.map(channel => [channel, [...usersIn(channel).keys()]])),
    nodes: async () => ['alone'],
    async close() {},
  }
}
