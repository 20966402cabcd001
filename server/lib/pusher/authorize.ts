import { channelKind, isSocketId } from './channelNames.ts'
import type { Connection } from './connection.ts'
import type { Grants } from './grants.ts'
import { InvalidSubscription } from './invalidSubscription.ts'
import type { Limits } from './limits.ts'
import type { Member } from './presence.ts'
import type { AuthorizeInput } from './server.ts'
import { type App, channelSignature } from './signatures.ts'

const LONGEST_USER_ID = 128

/**
 * Signs one channel for one socket and keeps the grant. `connection` is the socket that the id belongs to: grants are only
 * kept for open sockets, so that nobody can fill the memory with invented ones. Throws InvalidSubscription.
 */
export function authorize(
  { socketId, channel, userId, sessionId, presence }: AuthorizeInput,
  app: App,
  limits: Limits,
  grants: Grants,
  connection: Connection | undefined,
): { auth: string; channel_data?: string } {
  if (!isSocketId(socketId)) throw new InvalidSubscription('Invalid socket id')
  const kind = channelKind(channel)
  if (!kind) throw new InvalidSubscription('Invalid channel name')
  if (!connection) throw new InvalidSubscription('There is no such socket')
  if (presence) requireMember(presence, limits)
  const member = kind === 'presence' ? presence : undefined
  grants.add({ socketId, channel, userId, sessionId, member }, name => connection.subscriptions.has(name))
  if (kind === 'private') return { auth: channelSignature(app, socketId, channel) }
  // Clients refuse a presence channel without channel_data, also for somebody who only watches.
  const channelData = JSON.stringify(member ?? { user_id: String(userId), user_info: {} })
  return { auth: channelSignature(app, socketId, channel, channelData), channel_data: channelData }
}

function requireMember({ user_id, user_info }: Member, limits: Limits): void {
  if (user_id === '' || user_id.length > LONGEST_USER_ID) throw new InvalidSubscription('Invalid user_id')
  if (Buffer.byteLength(JSON.stringify(user_info)) > limits.memberBytes) {
    throw new InvalidSubscription('user_info is too large')
  }
}
