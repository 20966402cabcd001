import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Grant, Member } from './adapter.ts'
import type { Limits } from './options.ts'
import { channelKind, InvalidSubscription, isSocketId, userChannelOf } from './protocol.ts'

export type App = { key: string; secret: string }

/**
 * The `auth` value that lets one socket subscribe to one channel: `key:` and the hex HMAC-SHA256 of
 * `socket_id:channel[:channel_data]`. Presence channels sign the exact text of channel_data, private ones none.
 */
export function channelSignature(app: App, socketId: string, channel: string, channelData?: string): string {
  const signed = channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`
  return `${app.key}:${signature(app.secret, signed)}`
}

/** The `auth` value that signs a user in on one socket; it signs the exact text of user_data. */
export function userSignature(app: App, socketId: string, userData: string): string {
  return `${app.key}:${signature(app.secret, `${socketId}::user::${userData}`)}`
}

/** The hex HMAC-SHA256 of the protocol. */
export function signature(secret: string, signed: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex')
}

/** Compares two signatures in a time that does not tell how much of them agrees. */
export function sameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const LONGEST_USER_ID = 128

/** The user and session that ask, and the socket. */
export type SocketSession = { socketId: string; userId: number; sessionId: number }

export type AuthorizeInput = SocketSession & {
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
): { signed: SignedChannel; grant: Grant } {
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
export function signUser(
  { socketId, userId, sessionId }: SocketSession,
  app: App,
): { signed: SignedUser; grant: Grant } {
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
