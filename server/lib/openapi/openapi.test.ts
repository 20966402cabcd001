import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mount } from '#server/httpServer.ts'
import { createServer } from '#server/lib/http/server.ts'
import { tend } from '#server/test/tend.ts'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { scim } from '#shared/provisioning/scim.ts'

type Schema = Record<string, unknown>
type Call = {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Description = {
  openapi: string
  info: object
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Call>>
}

/** What the server answers beside the contracts: each of them read and meant. HEAD comes with every GET. */
/** Walked by `server/provisioning/everyCall.test.ts`. */
const ofProviders = Object.values(scim).map(({ method, path }) => `${method} ${path}`)

const reviewed = [
  'GET /*',
  'GET /api/calendar/feed/:file',
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/openapi.json',
  'GET /apps/:app/channels',
  'GET /apps/:app/channels/:channel',
  'GET /apps/:app/channels/:channel/users',
  'GET /health',
  'GET /ready',
  'GET /up',
  'GET /storage/*',
  'GET /storage/avatars/:name',
  'GET /storage/logos/:name',
  'GET /storage/passes/:signed/*',
  'GET /storage/public-forms/:id/:version/:uuid/:token',
  'POST /api/broadcasting/auth',
  'POST /api/broadcasting/user-auth',
  'POST /apps/:app/batch_events',
  'POST /apps/:app/events',
  'POST /apps/:app/users/:user/terminate_connections',
  'POST /broadcasting/auth',
  'POST /broadcasting/user-auth',
]

const endpoints: Endpoint[] = Object.values(contracts).flatMap(calls => Object.values(calls))
const nameOf = ({ method, path }: Endpoint) => `${method} /api${path}`
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })

let description: Description
let served: string[]
let second: FastifyInstance

beforeAll(async () => {
  const { app, services } = await tend()
  description = (await app.inject('/api/openapi.json')).json()
  // Parameters of all calls of a path are listed once, above them.
  for (const methods of Object.values(description.paths)) {
    const { parameters = [] } = methods as unknown as Pick<Call, 'parameters'>
    delete methods.parameters
    for (const call of Object.values(methods)) call.parameters = [...parameters, ...(call.parameters ?? [])]
  }
  second = createServer(services.config)
  served = []
  second.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) served.push(`${verb} ${url}`)
  })
  await mount(second, services)
  await second.ready()
})
afterAll(() => second.close())

test('every call of the contracts is served, and nothing else but reviewed routes', () => {
  const browsingPage = /^GET \/api\/docs\/[\w.-]+$/
  const known = new Set([...endpoints.map(nameOf), ...reviewed, ...ofProviders])
  const others = served.filter(route => !route.startsWith('HEAD ') && !known.has(route) && !browsingPage.test(route))

  expect(others).toEqual([])
  expect(endpoints.map(nameOf).filter(name => !served.includes(name))).toEqual([])
})

test('every call is described under its name with every field that it takes', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
  )
  const calls = Object.values(description.paths).flatMap(methods => Object.values(methods))

  const beside = ['POST /api/broadcasting/auth']
  expect(described.sort()).toEqual([...beside, ...endpoints.map(endpoint => sameAddress(nameOf(endpoint)))].sort())
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
  for (const endpoint of endpoints) {
    const call = callOf(endpoint)
    const inBody = Object.values(call.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(resolved(schema).properties as object),
    )
    const parameters = call.parameters.map(resolved) as Call['parameters']
    const inPath = parameters.filter(parameter => parameter.in === 'path')
    const named = [...parameters.filter(parameter => !inPath.includes(parameter)).map(({ name }) => name), ...inBody]
    const { shape } = endpoint.input
    const fields = Object.keys(shape).filter(field => !endpoint.path.includes(`:${field}`))
    expect(named, nameOf(endpoint)).toEqual(expect.arrayContaining(fields))
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(inPath).toHaveLength([...endpoint.path.matchAll(/:\w+/g)].length)
  }
})

test('every call has its own summary, its refusals, and one name for each path parameter', () => {
  const names = new Map<string, string>()
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [at, name] of [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').entries()) {
      const before = path.split(/\{\w+\}/, at + 1).join('{}')
      expect(names.get(before) ?? name, path).toBe(name)
      names.set(before, name)
    }
    for (const call of Object.values(methods)) {
      expect(call.summary, call.operationId).toMatch(/^[A-Z].+[^.]$/)
      expect(Object.keys(call.responses).filter(status => status >= '400').length, call.operationId).toBeGreaterThan(2)
    }
  }
})

test('parts of features have a name and are described once', () => {
  const { schemas } = description.components
  expect(Object.keys(schemas).filter(name => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
  const isNamed = (schema: Schema) => [schema, ...((schema.anyOf as Schema[]) ?? [])].some(part => '$ref' in part)
  const large = Object.values(description.paths)
    .flatMap(methods => Object.values(methods))
    .flatMap(({ operationId, responses }) => {
      const answer = resolved(responses[200] ?? responses[201] ?? { content: {} })
      const schema = answer.content['application/json']?.schema
      const { data } = (schema?.properties ?? {}) as { data?: Schema & { items?: Schema } }
      const row = data?.items ?? data
      return row && !isNamed(row) && JSON.stringify(row).length > 800 ? [operationId] : []
    })
  expect(large).toEqual([])
})

test('every schema in the description is a valid one', () => {
  for (const endpoint of endpoints)
    for (const schema of schemasOf(callOf(endpoint)))
      expect(ajv.validateSchema(schema), `${nameOf(endpoint)}: ${ajv.errorsText()}`).toBe(true)
})

test('every reference in the description leads to something in it', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path ?? '')
  const found = (path: string) =>
    path
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], description)
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter(path => !path.startsWith('#/components/') || found(path) === undefined)).toEqual([])
})

test('the description says which calls go on when a plan has ended', () => {
  const saysOf = (endpoint: Endpoint) => (callOf(endpoint) as unknown as Schema)['x-needs-plan']
  const { auth, forms, locations, plans, submissions } = contracts
  for (const call of [auth.login, locations.list, plans.select, submissions.complete])
    expect(saysOf(call)).toBeUndefined()
  for (const call of [locations.create, forms.publish]) expect(saysOf(call)).toBe(true)
})

test('the page to browse it is served from this server alone', async () => {
  const { app } = await tend()
  const page = await app.inject('/api/docs')

  expect(page.statusCode).toBe(200)
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) expect((await app.inject(link)).statusCode, link).toBe(200)
})

function callOf(endpoint: Endpoint): Call {
  const path =
    Object.keys(description.paths).find(path => sameAddress(path) === sameAddress(`/api${endpoint.path}`)) ?? ''
  const call = description.paths[path]?.[endpoint.method.toLowerCase()]
  if (!call) throw new Error(`${nameOf(endpoint)} is not described.`)
  return call
}

/** A path without the names of its parameters. */
const sameAddress = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}')

/** What a reference of the description leads to; anything else is itself. */
function resolved<Part extends object>(part: Part): Part & Schema {
  if (!('$ref' in part)) return part as Part & Schema
  const keys = String(part.$ref).slice(2).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], description) as Part & Schema
}

function schemasOf(call: Call): Schema[] {
  const contents = [...Object.values(call.responses).map(resolved), ...(call.requestBody ? [call.requestBody] : [])]
  return [
    ...call.parameters.map(parameter => resolved(parameter).schema as Schema),
    ...contents.flatMap(({ content }) => Object.values(content).map(({ schema }) => schema)),
  ]
}
