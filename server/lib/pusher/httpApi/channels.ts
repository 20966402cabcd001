/** Asking over the HTTP API who is where, on all nodes together. */
import { channelKind } from '../channelNames.ts'
import type { PusherServer } from '../server.ts'
import { ApiError } from './apiError.ts'
import type { ApiRequest } from './signature.ts'

/** What is told of a channel, each part only where it was asked for. */
export type Description = { user_count?: number; subscription_count?: number }

/** GET /channels: the channels that somebody hears. */
export async function listChannels({ query }: ApiRequest, pusher: PusherServer): Promise<object> {
  const prefix = query.get('filter_by_prefix') ?? ''
  const info = query.get('info')
  if (asksFor(info, 'user_count') && !prefix.startsWith('presence-')) {
    throw new ApiError(400, 'user_count needs a filter_by_prefix that begins with presence-')
  }
  const counts = await pusher.subscriptionCounts(`${prefix}*`)
  return { channels: await describe([...counts.keys()].filter(channelKind), counts, info, pusher) }
}

/** GET /channels/{name} */
export async function showChannel({ params, query }: ApiRequest, pusher: PusherServer): Promise<object> {
  const { channel = '' } = params
  const info = query.get('info')
  const kind = channelKind(channel)
  if (!kind) throw new ApiError(400, 'There is no such channel')
  if (asksFor(info, 'user_count') && kind !== 'presence') {
    throw new ApiError(400, 'user_count is for presence channels only')
  }
  const counts = await pusher.subscriptionCounts(channel)
  const described = await describe([channel], counts, info, pusher)
  return { occupied: counts.has(channel), ...described[channel] }
}

/** GET /channels/{name}/users: who is in a presence channel. */
export async function listUsers({ params }: ApiRequest, pusher: PusherServer): Promise<object> {
  const { channel = '' } = params
  if (channelKind(channel) !== 'presence') throw new ApiError(400, 'Only presence channels have users')
  const ids = (await pusher.members([channel])).get(channel) ?? []
  return { users: ids.map(id => ({ id })) }
}

/** Describes channels as `info` asks; user_count is passed over where a channel has no users. */
export async function describeChannels(
  channels: string[],
  info: string | null | undefined,
  pusher: PusherServer,
): Promise<Record<string, Description>> {
  const counts = asksFor(info, 'subscription_count') ? await pusher.subscriptionCounts(channels) : new Map()
  return describe(channels, counts, info, pusher)
}

async function describe(
  channels: string[],
  counts: Map<string, number>,
  info: string | null | undefined,
  pusher: PusherServer,
): Promise<Record<string, Description>> {
  const peopled = asksFor(info, 'user_count') ? channels.filter(name => channelKind(name) === 'presence') : []
  const users = peopled.length > 0 ? await pusher.members(peopled) : new Map<string, string[]>()
  const described = channels.map(channel => [
    channel,
    {
      ...(peopled.includes(channel) && { user_count: users.get(channel)?.length ?? 0 }),
      ...(asksFor(info, 'subscription_count') && { subscription_count: counts.get(channel) ?? 0 }),
    },
  ])
  return Object.fromEntries(described)
}

/** `info` is a list with commas; what this server does not know is passed over. */
function asksFor(info: string | null | undefined, part: keyof Description): boolean {
  return info?.split(',').includes(part) ?? false
}
