import { createHmac, timingSafeEqual } from 'node:crypto'

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

/** The hex HMAC-SHA256 that everything in the protocol is signed with. */
export function signature(secret: string, signed: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex')
}

/** Compares two signatures in a time that does not tell how much of them agrees. */
export function sameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
