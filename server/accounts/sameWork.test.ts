/**
 * Known and unknown addresses get the same answer in the same time because the same is done for both. That is what is
 * compared here, statement by statement and hash by hash: times differ on a busy machine, work does not.
 */
import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { withPassword } from '../test/accounts.ts'
import { company, request } from '../test/people.ts'

type Work = { statements: string[]; hashes: number }
const work = new AsyncLocalStorage<Work>()
// Work of native code, which is what a hash is, is announced without a name of its own.
const hashing = createHook({
  init: (_, type) => {
    const doing = work.getStore()
    if (doing && type === 'undefined') doing.hashes++
  },
})

beforeAll(() => {
  hashing.enable()
  const { query } = Client.prototype
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...sent: unknown[]) {
    const [asked] = sent as [string | { text: string }]
    const statement = typeof asked === 'string' ? asked : asked.text
    // How a connection plans is said to it when that changes: it depends on who had it before.
    if (!statement.includes('plan_cache_mode')) work.getStore()?.statements.push(statement)
    return (query as (...sent: unknown[]) => never).apply(this, sent)
  })
})
afterAll(() => {
  hashing.disable()
  vi.restoreAllMocks()
})

/** Everything that the server did to answer. */
async function workOf(call: Endpoint, input: object, status: number): Promise<Work> {
  const doing: Work = { statements: [], hashes: 0 }
  const answer = await work.run(doing, () => request(call, input, null))
  expect(answer.statusCode).toBe(status)
  return doing
}

test('a wrong password costs the same for an address that somebody has and for one that nobody has', async () => {
  const farm = await company()
  const [hand, without] = [await withPassword(await farm.worker()), await farm.worker()]
  const of = (email: string) => workOf(auth.login, { email, password: 'wrong password' }, 422)
  await of('warm@example.test')
  const known = await of(hand.email)

  expect(known.hashes).toBe(1)
  expect(known.statements.length).toBeGreaterThan(5)
  expect(await of('nobody@example.test')).toEqual(known)
  expect(await of(without.email)).toEqual(known)
})

test('asking for a new password costs the same for known and unknown addresses', async () => {
  const hand = await withPassword(await (await company()).worker())
  const of = (email: string) => workOf(auth.forgotPassword, { email }, 200)
  await of('warm@example.test')
  const known = await of(hand.email)

  expect(known.statements.join()).toContain('job')
  expect(await of('nobody@example.test')).toEqual(known)
})
