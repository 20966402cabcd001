/** /api/openapi.json, out of the same contracts that the server serves, and a page to browse it. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Contract, type Endpoint, isPaged, isRaw } from '#shared/lib/contract.ts'
import { PageMeta } from '#shared/lib/paging.ts'
import { goesOnAfterPlanEnd } from './planEnd.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of all calls. */
export function describeApi(contracts: Record<string, Contract>, version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = { Problem: problemSchema }
  for (const [noun, calls] of Object.entries(contracts))
    for (const [name, endpoint] of Object.entries(calls)) {
      const path = `/api${endpoint.path}`.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeCall(noun, name, endpoint, schemas) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'tend', version },
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas,
    },
    paths,
  }
}

const problemSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
}

function describeCall(noun: string, name: string, endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const operationId = `${noun}.${name}`
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, field]) => field))
  const input = schemaOf(endpoint.input, 'input', `${operationId}.input`, schemas)
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required as string[] | undefined) ?? [])
  const outside = Object.keys(properties).filter(field => inPath.has(field) || endpoint.method === 'GET')
  const inBody = Object.keys(properties).filter(field => !outside.includes(field))
  return {
    operationId,
    tags: [noun],
    'x-access': endpoint.access,
    // Otherwise 403 `plan_expired`.
    'x-after-plan-end': goesOnAfterPlanEnd(endpoint) ? 'open' : 'refused',
    ...(endpoint.access === 'anyone' && { security: [] }),
    parameters: [
      ...outside.map(field => ({
        name: field,
        in: inPath.has(field) ? 'path' : 'query',
        required: inPath.has(field) || required.has(field),
        schema: properties[field],
      })),
      ...(endpoint.wall === 'link' ? [formPin] : []),
    ],
    ...(inBody.length > 0 && { requestBody: bodyOf(endpoint, inBody, properties, required) }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: answerOf(endpoint, `${operationId}.answer`, schemas),
      },
      default: {
        description: 'A problem',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Where the link of the form has one. */
const formPin = { name: 'Form-Pin', in: 'header', required: false, schema: { type: 'string' } }

function bodyOf(endpoint: Endpoint, fields: string[], properties: Record<string, Json>, required: Set<string>): Json {
  const file = endpoint.multipart && { file: { type: 'string', format: 'binary' } }
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(fields.map(field => [field, properties[field]])), ...file },
    required: fields.filter(field => required.has(field)),
  }
  return { content: { [endpoint.multipart ? 'multipart/form-data' : 'application/json']: { schema } } }
}

function answerOf({ returns }: Endpoint, name: string, schemas: Record<string, Json>): Json {
  if (isRaw(returns)) return { [returns.raw]: { schema: { type: 'string', format: 'binary' } } }
  const data = schemaOf(isPaged(returns) ? returns.item : returns, 'output', name, schemas)
  const meta = () => schemaOf(PageMeta, 'output', `${name}.meta`, schemas)
  const properties = isPaged(returns) ? { data: { type: 'array', items: data }, meta: meta() } : { data }
  return { 'application/json': { schema: { type: 'object', properties } } }
}

/**
 * The JSON schema of a shape. What it says of itself again and again (a form's sections hold sections) goes to the description's
 * components under `name`, because references are read from the top of the description.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string, schemas: Record<string, Json>): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  const text = JSON.stringify(json).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
  const { $defs, ...placed } = JSON.parse(text) as Json & { $defs?: Record<string, Json> }
  for (const [part, definition] of Object.entries($defs ?? {})) schemas[`${name}.${part}`] = definition
  return placed
}

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const browsingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>tend API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`
const startScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, persistAuthorization: false })`

/** The description is made when it is first asked for: most servers are never asked, and it is large. */
export async function serveDescription(app: FastifyInstance, describe: () => Json): Promise<void> {
  let description: Json | undefined
  app.get('/api/openapi.json', () => {
    description ??= describe()
    return description
  })
  app.get('/api/docs', (_, reply) => reply.type('text/html').send(browsingPage))
  app.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(startScript))
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/',
    decorateReply: false,
    wildcard: false,
    globIgnore: [
      '**/*.map',
      '**/*.html',
      '**/package.json',
      '**/README.md',
      '**/*es-bundle*',
      '**/swagger-initializer.js',
    ],
  })
}
