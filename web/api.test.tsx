import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from './api.ts'
import { RequestError } from './lib/requestError.ts'

vi.mock('./lib/client.ts', () => ({
  send: vi.fn(async () => {
    throw refusal
  }),
}))
let refusal: RequestError

type Calls = Record<'create' | 'skipSent', (input: object, options?: { signal: AbortSignal }) => Promise<unknown>>
const { tasks: calls } = createApi({
  tasks: {
    create: { path: '/task PUT', failure: 'create task' },
    skipSent: { path: '/task/sent/:id/skip PUT', failure: 'skip task' },
  },
}) as unknown as { tasks: Calls }
const said = { warn: vi.spyOn(console, 'warn'), error: vi.spyOn(console, 'error') }
for (const spy of Object.values(said)) spy.mockImplementation(() => {})
afterEach(() => {
  for (const spy of Object.values(said)) spy.mockClear()
})

test('a failed call of tasks is logged in words and thrown on: refusals as warnings, what should not happen as errors', async () => {
  refusal = new RequestError({ status: 422, code: 'invalid' })
  await expect(calls.create({})).rejects.toBe(refusal)
  expect(said.warn).toHaveBeenCalledExactlyOnceWith('Failed to create task', refusal)
  refusal = new RequestError({ status: 500, code: 'internal' })
  await expect(calls.skipSent({ id: 1 })).rejects.toBe(refusal)
  expect(said.error).toHaveBeenCalledExactlyOnceWith('Failed to skip task', refusal)
})

test('an end that could not be sent without a connection is logged too; what was given up by the person is not', async () => {
  refusal = new RequestError({ status: 0, code: 'network_error' })
  await expect(calls.skipSent({ id: 1 })).rejects.toBe(refusal)
  expect(said.warn).toHaveBeenCalledExactlyOnceWith('Failed to skip task', refusal)
  said.warn.mockClear()
  await expect(calls.create({}, { signal: AbortSignal.abort() })).rejects.toBe(refusal)
  expect(said.warn).not.toHaveBeenCalled()
})
