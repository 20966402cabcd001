/** What makes a row, where the answer to it is lost on the way. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '../../api.ts'
import { createOrQueue } from './createOrQueue.ts'
import { inDatabase, readEntries } from './database.ts'
import { isQueued } from './outboxHandler.ts'

const anna = 61
vi.mock('../session/session.ts', async original => ({
  ...(await original<object>()),
  currentUser: () => ({ id: anna, company_id: 1 }),
}))
vi.mock('./sending.ts', () => ({ outbox: { sendSoon: () => undefined } }))

/** What the server was asked, by the key of the attempt. */
let keys: (string | null)[]
let bodies: string[]
let answers: (() => Response)[]
const { create } = (
  createApi({ animals: { create: { path: '/animal POST', creates: true } } }) as unknown as {
    animals: { create: (input: never) => Promise<{ id: number }> }
  }
).animals

beforeEach(() => {
  ;[keys, bodies, answers] = [[], [], []]
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    bodies.push(body)
    keys.push(headers['Idempotency-Key'] ?? null)
    return answers.shift()?.()
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await inDatabase(anna, ({ entries }) => entries.clear())
})

/** An answer whose connection breaks in the middle. */
const torn = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data": {"id":'))
        controller.error(new TypeError('network error'))
      },
    }),
    { status: 201, headers: { 'content-type': 'application/json' } },
  )
const whole = () => Response.json({ data: { id: 5 } }, { status: 201 })
/** A Wi-Fi that wants people to sign in first answers everything with its page. */
const gate = () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })

test.each([
  ['breaks off', torn],
  ['is another than the server’s', gate],
])('where the answer %s, the row is kept under the key of its first attempt', async (_, answer) => {
  answers = [answer]
  const made = await createOrQueue({ kind: 'animal', title: 'Berta', input: { name: 'Berta' }, create })
  expect(isQueued(made)).toBe(true)
  const [entry] = await readEntries(anna)
  expect(entry).toMatchObject({ kind: 'animal', state: 'waiting', uuid: keys[0] })
})

test('the same wish again after such an answer is the same attempt', async () => {
  answers = [torn, whole]
  const wish = () => create({ name: 'Cilla' } as never)
  await expect(wish()).rejects.toMatchObject({ status: 0, code: 'network_error' })
  expect(await wish()).toEqual({ id: 5 })
  expect(new Set(keys).size).toBe(1)
})

test('no request carries a text that no server stores', async () => {
  answers = [whole]
  await create({ name: 'Dolly\u0000 \ud83d', notes: ['\udc04a'] } as never)
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ name: 'Dolly ', notes: ['a'] })
})
