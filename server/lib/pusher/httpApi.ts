/**
 * Pusher's signed HTTP API: other programs publish events, ask who is there, and end a user's connections. The answers
 * are Pusher's bare JSON; an error is a sentence of plain text, as its SDKs expect.
 */

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '#shared/lib/problem.ts'
import type { OutgoingEvent } from './adapter.ts'
import { channelKind, isSocketId, isUserChannel, parseJson } from './protocol.ts'
import type { PusherServer } from './server.ts'
import { type App, sameSignature, signature } from './signatures.ts'

/** Ten events of 10 kB with their channels, and what JSON adds to quote them. */
const LONGEST_BODY = 512 * 1024

type Answer = (request: ApiRequest, pusher: PusherServer) => Promise<object>

const endpoints: { method: 'GET' | 'POST'; path: string; answer: Answer }[] = [
  { method: 'POST', path: '/events', answer: publishEvent },
  { method: 'POST', path: '/batch_events', answer: publishBatch },
  { method: 'GET', path: '/channels', answer: listChannels },
  { method: 'GET', path: '/channels/:channel', answer: showChannel },
  { method: 'GET', path: '/channels/:channel/users', answer: listUsers },
  { method: 'POST', path: '/users/:user/terminate_connections', answer: endConnections },
]

/** Serves the API below /apps for one application. */
export function servePusherApi(app: FastifyInstance, pusher: PusherServer, owner: App & { appId: string }): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY }, (_, body, done) => done(null, body))
    scope.setErrorHandler((error, _, reply) => sendError(reply, error))
    for (const { method, path, answer } of endpoints) {
      scope.route({
        method,
        url: `/apps/:app${path}`,
        handler: async (request, reply) => {
          const asked = readRequest(request)
          requireSignature(asked, owner)
          return reply.send(await answer(asked, pusher))
        },
      })
    }
  })
}

/** Closes the sockets that belong to a user, on all nodes. */
async function endConnections({ params }: ApiRequest, pusher: PusherServer): Promise<object> {
  const userId = Number(params.user)
  if (!Number.isSafeInteger(userId)) throw new ApiError(400, 'Invalid user id')
  await pusher.revoke({ userId })
  return {}
}

function readRequest(request: FastifyRequest): ApiRequest {
  const [path = '', query = ''] = request.url.split('?')
  return {
    method: request.method,
    path,
    query: new URLSearchParams(query),
    params: request.params as Record<string, string>,
    body: typeof request.body === 'string' ? request.body : '',
  }
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const status = statusOf(error)
  if (status === 500) reply.log.error({ err: error }, 'A request of the Pusher API failed')
  if (status === 503) reply.header('retry-after', '5')
  const message = status === 500 || !(error instanceof Error) ? 'Internal error' : error.message
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`)
}

function statusOf(error: unknown): number {
  if (error instanceof ApiError || error instanceof Problem) return error.status
  const { statusCode = 500 } = error as { statusCode?: number }
  return statusCode
}

// The signature of the HTTP API: a client that has the secret signs method, path, query and body. It is valid for ten
// minutes before and after its time.

type ApiRequest = {
  method: string
  /** as it was sent, without the query */
  path: string
  query: URLSearchParams
  params: Record<string, string>
  body: string
}

const GOOD_FOR_SECONDS = 600

/** Throws ApiError where a request is not signed as it must be. */
function requireSignature(request: ApiRequest, { appId, key, secret }: App & { appId: string }): void {
  const query = new Map([...request.query].map(([name, value]) => [name.toLowerCase(), value]))
  const given = (name: string) => query.get(name) ?? ''
  if (request.params.app !== appId) throw new ApiError(404, 'Unknown app')
  if (query.size !== request.query.size) throw new ApiError(400, 'A parameter was given twice')
  if (given('auth_version') !== '1.0') throw new ApiError(401, 'Only auth_version 1.0 is known')
  if (!sameSignature(key, given('auth_key'))) throw new ApiError(401, 'Unknown auth_key')
  if (!isRecent(given('auth_timestamp'))) {
    throw new ApiError(401, `auth_timestamp must be within ${GOOD_FOR_SECONDS} seconds of the server's time`)
  }
  const signed = [request.method, request.path, signedQuery(query)].join('\n')
  if (!sameSignature(signature(secret, signed), given('auth_signature'))) throw new ApiError(401, 'Invalid signature')
  // The signature covers the body by its hash alone.
  if (request.body !== '' && !sameSignature(createHash('md5').update(request.body).digest('hex'), given('body_md5'))) {
    throw new ApiError(401, 'body_md5 does not match the body')
  }
}

/** Sorted by name, names in lower case, nothing escaped. */
function signedQuery(query: Map<string, string>): string {
  return [...query]
    .filter(([name]) => name !== 'auth_signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function isRecent(timestamp: string): boolean {
  return /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= GOOD_FOR_SECONDS
}

// Publishing over the HTTP API.

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
async function publishEvent({ body }: ApiRequest, pusher: PusherServer): Promise<object> {
  const given = parseJson(body)
  const isToOne = typeof given === 'object' && given !== null && 'channel' in given
  const event = isToOne ? namesOf(parse(ToOne, given)) : parse(ToMany, given)
  const channels = [...new Set(event.channels)]
  await pusher.publish([emissionOf(event, channels)])
  return event.info ? { channels: await describeChannels(channels, event.info, pusher) } : {}
}

/** POST /batch_events: up to ten events, one channel each. */
async function publishBatch({ body }: ApiRequest, pusher: PusherServer): Promise<object> {
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

// Reading channels and users over the HTTP API, on all nodes together.

/** The description of a channel; each part only where `info` asks for it. */
type Description = { user_count?: number; subscription_count?: number }

/** GET /channels: the channels that somebody hears. */
async function listChannels({ query }: ApiRequest, pusher: PusherServer): Promise<object> {
  const prefix = query.get('filter_by_prefix') ?? ''
  const info = query.get('info')
  if (asksFor(info, 'user_count') && !prefix.startsWith('presence-')) {
    throw new ApiError(400, 'user_count needs a filter_by_prefix that begins with presence-')
  }
  const counts = await pusher.subscriptionCounts(`${prefix}*`)
  return { channels: await describe([...counts.keys()].filter(channelKind), counts, info, pusher) }
}

/** GET /channels/{name} */
async function showChannel({ params, query }: ApiRequest, pusher: PusherServer): Promise<object> {
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
async function listUsers({ params }: ApiRequest, pusher: PusherServer): Promise<object> {
  const { channel = '' } = params
  if (channelKind(channel) !== 'presence') throw new ApiError(400, 'Only presence channels have users')
  const ids = (await pusher.members([channel])).get(channel) ?? []
  return { users: ids.map(id => ({ id })) }
}

/** Describes channels as `info` asks; user_count is left out where a channel has no users. */
async function describeChannels(
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

/** `info` is a list with commas; unknown parts are ignored. */
function asksFor(info: string | null | undefined, part: keyof Description): boolean {
  return info?.split(',').includes(part) ?? false
}

/** A request to the HTTP API that is refused, with its status and a sentence for the caller. */
class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(status: 400 | 401 | 404 | 413, message: string) {
    super(message)
    this.status = status
  }
}
