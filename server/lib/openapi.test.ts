import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { createServer, mount } from '../app.ts'
import { publishedForm } from '../test/forms.ts'
import { company, request } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'

type Schema = Record<string, unknown>
type Call = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Description = { openapi: string; info: object; components: object; paths: Record<string, Record<string, Call>> }

/** What the server answers beside the contracts: each of them read and meant. HEAD comes with every GET. */
const reviewed = [
  'GET /*',
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/openapi.json',
  'GET /apps/:app/channels',
  'GET /apps/:app/channels/:channel',
  'GET /apps/:app/channels/:channel/users',
  'GET /health',
  'GET /ready',
  'GET /storage/*',
  'GET /storage/avatars/:name',
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
  second = createServer(services.config)
  served = []
  second.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) served.push(`${verb} ${url}`)
  })
  await mount(second, services)
  await second.ready()
})
afterAll(() => second.close())

test('every call of the contracts is served, and nothing else but what was reviewed', () => {
  const browsingPage = /^GET \/api\/docs\/[\w.-]+$/
  const known = new Set([...endpoints.map(nameOf), ...reviewed])
  const others = served.filter(route => !route.startsWith('HEAD ') && !known.has(route) && !browsingPage.test(route))

  expect(others).toEqual([])
  expect(endpoints.map(nameOf).filter(name => !served.includes(name))).toEqual([])
})

test('every call stands in the description, under its own name and with every field that it takes', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const calls = Object.values(description.paths).flatMap(methods => Object.values(methods))

  expect(described.sort()).toEqual(endpoints.map(nameOf).sort())
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
  for (const endpoint of endpoints) {
    const call = callOf(endpoint)
    const inBody = Object.values(call.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(schema.properties as object),
    )
    const named = [...call.parameters.map(({ name }) => name), ...inBody]
    expect(named, nameOf(endpoint)).toEqual(expect.arrayContaining(Object.keys(endpoint.input.shape)))
    const inPath = call.parameters.filter(parameter => parameter.in === 'path')
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(inPath.map(({ name }) => name)).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  }
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
  expect(references.filter(path => !path.startsWith('#/components/schemas/') || found(path) === undefined)).toEqual([])
})

test('the description says which calls go on when a plan has ended', () => {
  const saysOf = (endpoint: Endpoint) => (callOf(endpoint) as unknown as Schema)['x-after-plan-end']
  const { auth, forms, locations, plans, submissions } = contracts
  for (const call of [auth.login, locations.list, plans.select, submissions.complete]) expect(saysOf(call)).toBe('open')
  for (const call of [locations.create, forms.publish]) expect(saysOf(call)).toBe('refused')
})

test('what the server answers is what the description says', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const sent = await sendTask(boss, hand, { form_id: form.id })
  const { id } = await complete(hand, form, undefined, { task_sent_id: sent.id })
  const { auth, companies, forms, submissions, system, tasks } = contracts
  const asked: [Endpoint, object][] = [
    [auth.user, {}],
    [system.languages, {}],
    [companies.get, { id: farm.id }],
    [companies.members, { id: farm.id }],
    [forms.list, {}],
    [forms.get, { id: form.id }],
    [tasks.list, {}],
    [tasks.sent, {}],
    [tasks.company, { id: farm.id }],
    [submissions.get, { id }],
  ]
  for (const [endpoint, input] of asked) {
    const answer = await request(endpoint, input, boss.token)
    const schema = callOf(endpoint).responses[200]?.content['application/json']?.schema ?? {}
    // References are read from the top of the description.
    const fits = ajv.validate({ ...schema, components: description.components }, JSON.parse(answer.body))
    expect(fits, `${nameOf(endpoint)}: ${ajv.errorsText()}`).toBe(true)
  }
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
  const path = `/api${endpoint.path}`.replace(/:(\w+)/g, '{$1}')
  const call = description.paths[path]?.[endpoint.method.toLowerCase()]
  if (!call) throw new Error(`${nameOf(endpoint)} is not described.`)
  return call
}

function schemasOf(call: Call): Schema[] {
  const contents = [...Object.values(call.responses), ...(call.requestBody ? [call.requestBody] : [])]
  return [
    ...call.parameters.map(({ schema }) => schema),
    ...contents.flatMap(({ content }) => Object.values(content).map(({ schema }) => schema)),
  ]
}
