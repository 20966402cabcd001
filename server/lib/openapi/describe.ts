/** The OpenAPI 3.1 description of all calls, out of the same contracts that the server serves. */
import type { z } from 'zod'
import type { Contract, Endpoint } from '#shared/lib/contract.ts'
import { type ProblemCode, problems } from '#shared/lib/problem.ts'
import { commonParameters, describeCall, pathFields } from './calls.ts'
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
  const responses: Record<string, Json> = {}
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
  const description = shapes.place({
    openapi: '3.1.0',
    info: { title: 'tend', version, description: keys + about },
    servers: [{ url, description: 'This tend' }],
    security: [{ bearer: [] }],
    tags: Object.keys(contracts).map(name => ({ name })),
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

const keys = `A program signs in with an API key: Company, Integrations, New key. Each has a role, as people have.
Calls of accounts refuse keys. Identity providers bring people by SCIM 2.0 at \`/scim/v2\`. 600 calls a minute;
\`RateLimit\` says how many are left, 429 with Retry-After when to go on. curl, TypeScript, Python:

\`\`\`sh
curl -H "Authorization: Bearer $TEND_KEY" "$TEND/api/animal?per_page=100"
\`\`\`
\`\`\`ts
const headers = { authorization: \`Bearer \${key}\` }
const { data, meta } = await (await fetch(tend + '/api/animal', { headers })).json()
\`\`\`
\`\`\`py
animals = requests.get(tend + "/api/animal", headers={"Authorization": f"Bearer {key}"}).json()["data"]
\`\`\`

Events come by webhooks: Company, Webhooks, New webhook. Each has a key, and is sent what the key may read. They are
signed as [Standard Webhooks](https://www.standardwebhooks.com) says, whose libraries check the signature. Answer 2xx
within 10 s; all else is tried again for three days. \`webhook-id\` stays the same, the order does not.

\`\`\`ts
import { Webhook } from 'standardwebhooks'
const { type, url, data } = new Webhook(secret).verify(body, headers)
\`\`\`

`

const about = `Ids are integers, times ISO 8601 in UTC, days \`YYYY-MM-DD\`. Answers carry \`data\`, lists \`meta\`
beside it, problems \`message\` in the language of \`lang\` and a \`code\` that stays the same in every language. A
row of another company answers like one that is not there: 404. Once the plan of a company has ended, what says
\`x-needs-plan\` gets 403 \`plan_expired\`. Unknown query parameters are refused, unknown fields of a body ignored.
What needs a token answers 401 \`unauthenticated\` or \`token_expired\` without a good one, and 403
\`forbidden\`. Any call can answer 500 \`internal\` and 503 \`unavailable\` with Retry-After; any that writes 507
\`storage_full\`, 413 \`too_large\` and 415 \`wrong_content_type\`.`

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
