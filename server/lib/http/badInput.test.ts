/** Input that means nothing is refused as that, and never fails inside. */
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { company } from '../../test/people.ts'
import { address, askFor, socket } from '../../test/sockets.ts'
import { tend } from '../../test/tend.ts'

const logged: string[] = []
beforeAll(() => {
  for (const name of ['write', 'writeSync'] as const) {
    const usual = fs[name] as (...given: unknown[]) => unknown
    vi.spyOn(fs, name).mockImplementation(((...given: unknown[]) => {
      if (String(given[1]).includes('"level":')) logged.push(String(given[1]))
      return usual(...given)
    }) as never)
  }
})

/** What somebody sends wrongly is no fault of the server, and leaves no stack in its log. */
afterEach(async () => {
  const { app } = await tend()
  app.log.error('this is heard')
  await expect.poll(() => logged.join('')).toContain('this is heard')
  const lines = logged.splice(0).join('').trim().split('\n')
  expect(lines.filter(line => !line.includes('this is heard'))).toEqual([])
})
afterAll(() => void vi.restoreAllMocks())

test('names that every object has are unknown parameters like others, in query and body', async () => {
  const { app } = await tend()
  const boss = await (await company()).manager()
  const headers = { authorization: `Bearer ${boss.token}` }
  for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty'])
    expect((await app.inject({ url: `/api/location?${name}=1`, headers })).statusCode, name).toBeLessThan(500)
  expect((await app.inject({ url: '/api/location?toString=1', headers })).statusCode).toBe(422)
  const place = { name: 'Barn', type: 'barn', toString: 'x', valueOf: 1 } as never
  expect(await boss.call(locations.create, place)).toMatchObject({ name: 'Barn' })
})

test('a body of brackets alone is malformed from any sender', async () => {
  const { app } = await tend()
  const payload = `{"email":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
})

test('addresses with a NUL and with doubled slashes are no server’s fault', async () => {
  const { app } = await tend()
  const person = await (await company()).worker()
  const headers = { authorization: `Bearer ${person.token}` }
  for (const url of ['/api/location/%00', '/%00', '/storage/%00', '/storage/a%00b', '/api/location?search=%00'])
    expect((await app.inject({ url, headers })).statusCode, url).toBe(400)
  for (const url of ['//api//form', '/..%2f..%2fetc', '//'])
    expect((await app.inject({ url, headers })).statusCode, url).toBeLessThan(500)
})

test('the authorization of sockets refuses what names nothing, and nobody keeps its answer', async () => {
  const farm = await company()
  const person = await farm.manager()
  const id = await (await socket()).socketId()
  const own = `private-user.${person.id}.notifications`
  const answer = await askFor(own, id, person.token)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])

  const far = `presence-company.${farm.id}.form.99999999999999`
  expect((await askFor(far, id, person.token)).status).toBe(403)
  expect((await askFor(own, `${'1'.repeat(5_000)}.1`, person.token)).status).toBe(400)
  for (const again of [
    ['channel_name', far],
    ['socket_id', '1.1'],
  ] as [string, string][]) {
    const body = new URLSearchParams([['socket_id', id], ['channel_name', own], again])
    const headers = { authorization: `Bearer ${person.token}` }
    const ambiguous = await fetch(`${await address()}/broadcasting/auth`, { method: 'POST', headers, body })
    expect(ambiguous.status, again.join()).toBe(400)
  }
})

test('a refused body is read once, and names a bounded number of fields', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  await boss.call(messaging.post, { id, uuid: crypto.randomUUID(), message_text: 'Hello' })
  const reads = vi.spyOn(messaging.post.input, 'safeParse')
  expect(await boss.refused(messaging.post, { id, uuid: 'none', message_text: 'Hello' })).toMatchObject({ status: 422 })
  expect(reads).toHaveBeenCalledTimes(1)
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 0]))
  const { errors } = await boss.refused(locations.create, { name: 'Barn', type: 'barn', address: body } as never)
  expect(Object.keys(errors ?? {}).length).toBeLessThanOrEqual(100)
})

test('an object has 20,000 names at the most, a list more, and a form of the web 64 kB', async () => {
  const { app } = await tend()
  const { token } = await (await company()).manager()
  const send = (payload: string, type = 'application/json') =>
    app.inject({
      ...{ method: 'POST', url: '/api/location', payload },
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    })
  const named = (count: number) =>
    `{"name":"Barn","type":"barn","x":{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}},` +
    `"y":[${'0,'.repeat(25_000)}0]}`
  expect((await send(named(20_000))).statusCode).toBe(201)
  expect((await send(named(20_001))).statusCode).toBe(413)
  expect((await send(`x=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded')).statusCode).toBe(413)
})

test('who hangs up in the middle of a request without a length is no fault of the server', async () => {
  const { token } = await (await company()).manager()
  const { port, hostname } = new URL(await address())
  for (const type of ['application/json', 'multipart/form-data; boundary=x'])
    for (const begun of ['', '5\r\n{"nam\r\n', '5\r\n{"n']) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const head = [
        `POST /api/location HTTP/1.1`,
        ...['host: x', `authorization: Bearer ${token}`, `content-type: ${type}`, 'transfer-encoding: chunked'],
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${begun}`)
      socket.destroy()
      await once(socket, 'close')
    }
  // What those were is known by now.
  for (let call = 0; call < 5; call++) await fetch(`http://${hostname}:${port}/api/health`)
})
