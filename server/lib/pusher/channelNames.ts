/**
 * Which names the protocol allows, and which kinds of channel this server has: private- and presence- only. Encrypted and
 * cache channels also begin with those words and must not slip through as plain ones.
 */
export type ChannelKind = 'private' | 'presence'

const CHANNEL = /^[A-Za-z0-9_\-=@,.;]{1,164}$/
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

/** Anything else could carry a colon and make a signature valid for another channel than the one that was asked for. */
export function isSocketId(value: string): boolean {
  return SOCKET_ID.test(value)
}
