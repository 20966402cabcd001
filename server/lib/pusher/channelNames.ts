/**
 * Which names the protocol allows, and which kinds of channel this server has: private- and presence-, and one channel for each
 * user who has signed in. Encrypted and cache channels also begin with those words and must not slip through as plain ones.
 */
export type ChannelKind = 'private' | 'presence'

const CHANNEL = /^[A-Za-z0-9_\-=@,.;]{1,164}$/
const USER_CHANNEL = /^#server-to-user-[A-Za-z0-9_\-=@,.;]{1,128}$/
const SOCKET_ID = /^\d+\.\d+$/
const UNSUPPORTED = ['private-encrypted-', 'private-cache-', 'presence-cache-']

/** The kind of a channel, or undefined where the name is malformed, public, or of a kind that this server does not have. */
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

/** Whether a name is that of a channel which a user who has signed in hears alone. */
export function isUserChannel(channel: string): boolean {
  return USER_CHANNEL.test(channel)
}

/** The channel that a user who has signed in hears alone. */
export const userChannelOf = (userId: string) => `#server-to-user-${userId}`

/** Whether a channel is one of those named; a name that ends with `*` stands for all that begin so. */
export function isOneOf(channel: string, names: string | string[]): boolean {
  return [names].flat().some(name => (name.endsWith('*') ? channel.startsWith(name.slice(0, -1)) : channel === name))
}

/** Anything else could carry a colon and make a signature valid for another channel than the one that was asked for. */
export function isSocketId(value: string): boolean {
  return SOCKET_ID.test(value)
}
