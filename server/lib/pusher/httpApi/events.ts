/** Publishing over the HTTP API. */
import { z } from 'zod'
import { channelKind, isSocketId, isUserChannel } from '../channelNames.ts'
import { parseJson } from '../frames.ts'
import type { OutgoingEvent } from '../messages.ts'
import type { PusherServer } from '../server.ts'
import { ApiError } from './apiError.ts'
import { describeChannels } from './channels.ts'
import type { ApiRequest } from './signature.ts'

const LONGEST_DATA = 10 * 1024

const Channel = z.string().refine(name => channelKind(name) ?? isUserChannel(name), 'There is no such channel')
const Content = z.object({
  // Clients take names of the protocol's own for the server's word.
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^(?!pusher(_internal)?:)/, 'This name is reserved'),
  data: z.string(),
  socket_id: z.string().refine(isSocketId, 'Invalid socket id').nullish(),
  info: z.string().nullish(),
})
const ToOne = Content.extend({ channel: Channel })
const ToMany = Content.extend({ channels: z.array(Channel).min(1).max(100) })
const Batch = z.object({ batch: z.array(ToOne).min(1).max(10) })

/** POST /events: one event to up to a hundred channels. */
export async function publishEvent({ body }: ApiRequest, pusher: PusherServer): Promise<object> {
  const given = parseJson(body)
  const isToOne = typeof given === 'object' && given !== null && 'channel' in given
  const event = isToOne ? namesOf(parse(ToOne, given)) : parse(ToMany, given)
  const channels = [...new Set(event.channels)]
  await pusher.publish([emissionOf(event, channels)])
  return event.info ? { channels: await describeChannels(channels, event.info, pusher) } : {}
}

/** POST /batch_events: up to ten events, one channel each. */
export async function publishBatch({ body }: ApiRequest, pusher: PusherServer): Promise<object> {
  const { batch } = parse(Batch, parseJson(body))
  await pusher.publish(batch.map(event => emissionOf(event, [event.channel])))
  if (!batch.some(({ info }) => info)) return {}
  const described = batch.map(async ({ channel, info }) => (await describeChannels([channel], info, pusher))[channel])
  return { batch: await Promise.all(described) }
}

const namesOf = ({ channel, ...event }: z.infer<typeof ToOne>) => ({ ...event, channels: [channel] })

function emissionOf({ name, data, socket_id }: z.infer<typeof Content>, channels: string[]): OutgoingEvent {
  if (Buffer.byteLength(data) > LONGEST_DATA) throw new ApiError(413, `data is longer than ${LONGEST_DATA} bytes`)
  return { channels, event: name, data, ...(socket_id && { except: socket_id }) }
}

function parse<T>(shape: z.ZodType<T>, given: unknown): T {
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ApiError(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}
