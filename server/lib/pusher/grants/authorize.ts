import { channelKind, isSocketId, userChannelOf } from '../channelNames.ts'
import { InvalidSubscription } from '../invalidSubscription.ts'
import type { Limits } from '../limits.ts'
import type { Member } from '../members.ts'
import type { KeptGrant } from './grants.ts'
import { type App, channelSignature, userSignature } from './signatures.ts'

const LONGEST_USER_ID = 128

/** Who asks, for which of their sockets. */
export type Asker = { socketId: string; userId: number; sessionId: number }

export type AuthorizeInput = Asker & {
  channel: string
  /** how the user is announced in a presence channel; without it they see the members and are not one of them */
  presence?: Member
}

/** The body for /broadcasting/auth, as clients expect it. */
export type SignedChannel = { auth: string; channel_data?: string }

/** The body for /broadcasting/user-auth. */
export type SignedUser = { auth: string; user_data: string }

/** Signs one channel for one socket, and the grant that belongs to the signature. Throws InvalidSubscription. */
export function signChannel(
  { socketId, channel, userId, sessionId, presence }: AuthorizeInput,
  app: App,
  limits: Limits,
): { signed: SignedChannel; grant: KeptGrant } {
  requireSocketId(socketId)
  const kind = channelKind(channel)
  if (!kind) throw new InvalidSubscription('Invalid channel name')
  if (presence) requireMember(presence, limits)
  const member = kind === 'presence' ? presence : undefined
  const grant = { socketId, channel, userId, sessionId, member }
  if (kind === 'private') return { signed: { auth: channelSignature(app, socketId, channel) }, grant }
  // Clients refuse a presence channel without channel_data, also for somebody who only watches.
  const channelData = JSON.stringify(member ?? { user_id: String(userId), user_info: {} })
  const auth = channelSignature(app, socketId, channel, channelData)
  return { signed: { auth, channel_data: channelData }, grant }
}

/** Signs in the user of a socket, and the grant for the channel that is theirs alone. Throws InvalidSubscription. */
export function signUser({ socketId, userId, sessionId }: Asker, app: App): { signed: SignedUser; grant: KeptGrant } {
  requireSocketId(socketId)
  const userData = JSON.stringify({ id: String(userId) })
  const grant = { socketId, channel: userChannelOf(String(userId)), userId, sessionId }
  return { signed: { auth: userSignature(app, socketId, userData), user_data: userData }, grant }
}

function requireSocketId(socketId: string): void {
  if (!isSocketId(socketId)) throw new InvalidSubscription('Invalid socket id')
}

function requireMember({ user_id, user_info }: Member, limits: Limits): void {
  if (user_id === '' || user_id.length > LONGEST_USER_ID) throw new InvalidSubscription('Invalid user_id')
  if (Buffer.byteLength(JSON.stringify(user_info)) > limits.memberBytes) {
    throw new InvalidSubscription('user_info is too large')
  }
}
