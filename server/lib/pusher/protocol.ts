/**
 * The protocol's names, frames and errors. Channels are private, presence, or that of one signed-in user; encrypted and
 * cache channels begin with the same words and are refused.
 */
type ChannelKind = 'private' | 'presence'

const CHANNEL = /^[A-Za-z0-9_\-=@,.;]{1,164}$/
const USER_CHANNEL = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/
const SOCKET_ID = /^\d+\.\d+$/
const UNSUPPORTED = ['private-encrypted-', 'private-cache-', 'presence-cache-']

/**
 * The kind of a channel, or undefined where the name is malformed, public, or of a kind that this server does not have.
 */
export function channelKind(channel: string): ChannelKind | undefined {
  if (!isChannelName(channel) || UNSUPPORTED.some(prefix => channel.startsWith(prefix))) return undefined
  if (channel.startsWith('private-')) return 'private'
  if (channel.startsWith('presence-')) return 'presence'
  return undefined
}

/** Whether a name is made of the protocol's alphabet and no longer than it allows. */
export function isChannelName(channel: string): boolean {
  return CHANNEL.test(channel)
}

/** Whether a name is that of a signed-in user's own channel. */
export function isUserChannel(channel: string): boolean {
  return USER_CHANNEL.test(channel)
}

/** The own channel of a signed-in user. */
export const userChannelOf = (userId: string) => `#server-to-user-${userId}`

/** Whether a channel is one of those named; a name that ends with `*` means all with that prefix. */
export function isOneOf(channel: string, names: string | string[]): boolean {
  return [names].flat().some(name => (name.endsWith('*') ? channel.startsWith(name.slice(0, -1)) : channel === name))
}

/** Anything else could carry a colon and make a signature valid for another channel than the one that was asked for. */
export function isSocketId(value: string): boolean {
  return SOCKET_ID.test(value)
}

// Parses and builds frames. Every frame to a client carries `data` as a JSON string inside the JSON frame, as Pusher
// does: some SDKs take nothing else. A frame is built once, WebSocket header included, and the same bytes go to every
// socket of a channel.

export type ClientFrame = { event: string; channel: unknown; data: unknown }

/** A frame from a client. Throws ProtocolError where it is not a JSON object with an event name. */
export function parseFrame(text: string): ClientFrame {
  const frame = parseJson(text)
  if (!isRecord(frame) || typeof frame.event !== 'string') throw new ProtocolError('Invalid message format')
  return { event: frame.event, channel: frame.channel, data: frame.data }
}

/** Whether parsed JSON is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of `data`. A string passes as it is: it is JSON already, or plain text that clients take as such. */
export function encodeData(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data ?? {})
}

/** The complete WebSocket frame of one event. `userId` names the sender of a client event. */
export function buildFrame(event: string, data: unknown, channel?: string, userId?: string): Buffer {
  return textFrame(JSON.stringify({ event, channel, data: encodeData(data), user_id: userId }))
}

/** The sender's id that goes beside the data of a client event. */
export function senderOf(event: string, data: unknown): string | undefined {
  return event.startsWith('client-') && isRecord(data) ? String(data.user_id) : undefined
}

/** One unmasked, final text frame (RFC 6455, 5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81
  if (header === 2) frame[1] = length
  if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  }
  if (header === 10) {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}

/** The value of a JSON text, or undefined where it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A client sent something invalid: it gets pusher:error and stays connected. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number | null

  constructor(message: string, code: number | null = null) {
    super(message)
    this.code = code
  }
}

/**
 * A client may not enter a channel. The refusal is final: pusher-js does not subscribe again until it reconnects.
 */
export class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused'
  readonly channel: string

  constructor(channel: string, message: string) {
    super(message)
    this.channel = channel
  }
}

/** A request to sign a malformed socket id or channel, or an unknown or foreign socket. */
export class InvalidSubscription extends Error {
  override readonly name = 'InvalidSubscription'
}
