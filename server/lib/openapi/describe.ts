/** The OpenAPI 3.1 description of all calls, out of the same contracts that the server serves. */
import type { z } from 'zod'
import type { Contract, Endpoint } from '#shared/lib/contract.ts'
import { type ProblemCode, problems } from '#shared/lib/problem.ts'
import { commonParameters, describeCall, nothingAnswered, pathFields } from './calls.ts'
import { guide } from './guide.ts'
import { withoutRepeated } from './repeated.ts'
import { type Json, Shapes } from './shapes.ts'

type About = { version: string; url: string }

/** Events that are sent to addresses of others, by their names. */
export type SentEvents = Record<string, { summary: string; payload: z.ZodType; example: unknown }>

export function describeApi(
  contracts: Record<string, Contract>,
  { version, url }: About,
  events: SentEvents = {},
): Json {
  const shapes = new Shapes()
  const responses: Record<string, Json> = { Nothing: nothingAnswered }
  const named = new Map<string, string>()
  const refuse = (codes: ProblemCode[]): Json => {
    const said = codes.join()
    const name = named.get(said) ?? refusalName(codes, responses)
    named.set(said, name)
    responses[name] ??= refusal(codes)
    return { $ref: `#/components/responses/${name}` }
  }
  const nameOf = parameterNames()
  const paths: Record<string, Json> = {}
  for (const [feature, calls] of Object.entries(contracts))
    for (const [call, endpoint] of Object.entries(calls)) {
      const names = nameOf(endpoint)
      const left = [...names]
      const path = `/api${endpoint.path}`.replace(/:\w+/g, () => `{${left.shift()}}`)
      const described = describeCall(`${feature}.${call}`, endpoint, names, shapes, refuse)
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
    }
  paths['/api/broadcasting/auth'] = { post: broadcastingAuth(refuse) }
  const description = shapes.place({
    openapi: '3.1.0',
    info: { title: 'tend', version, description: guide },
    servers: [{ url, description: 'This tend' }],
    security: [{ bearer: [] }],
    tags: [...Object.keys(contracts), 'realtime'].map(name => ({ name })),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: commonParameters,
      headers: { Seconds: { schema: { type: 'integer' } } },
      responses,
      schemas: { Problem: problemSchema },
    },
    paths,
    webhooks: describeEvents(events, shapes),
  })
  return withoutRepeated(description)
}

/** The events as requests that a receiver gets, and answers with 2xx. */
const describeEvents = (events: SentEvents, shapes: Shapes): Json =>
  Object.fromEntries(
    Object.entries(events).map(([type, { summary, payload, example }]) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          summary,
          tags: ['webhooks'],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: shapes.schemaOf(payload, 'output'), example } },
          },
          responses: { '2XX': { description: 'Received' }, '410': { description: 'Pauses the webhook' } },
        },
      },
    ]),
  )

/** Beside the contracts: who may listen to a channel. Its answer is Pusher's, outside the envelope. */
const broadcastingAuth = (refuse: (codes: ProblemCode[]) => Json): Json => ({
  operationId: 'realtime.authorize',
  tags: ['realtime'],
  summary: 'Ask to listen to a channel',
  description: 'For Pusher clients, which send a form; JSON is taken too.',
  'x-access': 'signed-in',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { socket_id: { type: 'string' }, channel_name: { type: 'string' } },
          required: ['socket_id', 'channel_name'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'OK',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              auth: { type: 'string' },
              channel_data: { type: 'string', description: 'Of a presence channel.' },
            },
            required: ['auth'],
          },
        },
      },
    },
    400: refuse(['malformed']),
    401: refuse(['token_expired', 'unauthenticated']),
    403: refuse(['forbidden']),
  },
})

const problemSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'object',
      description: 'What is wrong, by field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    data: { description: 'The current row, with a conflict; otherwise what the call says.' },
  },
}

/**
 * The status, with a number where several refusals have it: all codes, or only their names, at each call were a tenth
 * of the description.
 */
const refusalName = ([code = 'invalid']: ProblemCode[], taken: Record<string, Json>): string => {
  const status = String(problems[code])
  return status in taken ? `${status}.${Object.keys(taken).length}` : status
}

/** A response that says which codes it can have; the same for all calls that are refused with these. */
const refusal = (codes: ProblemCode[]): Json => ({
  // The codes are in its shape.
  description: 'Refused',
  ...(codes.some(code => [429, 503].includes(problems[code])) && {
    headers: { 'Retry-After': { $ref: '#/components/headers/Seconds' } },
  }),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
      },
    },
  },
})

/** One name for one parameter of the paths, given by the first call that has it. */
function parameterNames(): (endpoint: Endpoint) => string[] {
  const names = new Map<string, string>()
  return endpoint => {
    const parts = endpoint.path.split(/:\w+/)
    return pathFields(endpoint).map((field, at) => {
      const before = parts.slice(0, at + 1).join('{}')
      const name = names.get(before) ?? field
      names.set(before, name)
      return name
    })
  }
}
