/**
 * Pusher's signed HTTP API: other programs publish events, ask who is there, and end a user's connections. The answers are Pusher's bare
 * JSON; an error is a sentence of plain text, as its SDKs expect.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import type { App } from '../grants/signatures.ts'
import type { PusherServer } from '../server.ts'
import { ApiError } from './apiError.ts'
import { listChannels, listUsers, showChannel } from './channels.ts'
import { publishBatch, publishEvent } from './events.ts'
import { type ApiRequest, requireSignature } from './signature.ts'

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
          const asked = describe(request)
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

function describe(request: FastifyRequest): ApiRequest {
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
