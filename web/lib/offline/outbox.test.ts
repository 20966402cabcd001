/**
 * The outbox with a kind that no feature has yet: an animal that is registered without signal. Messages, registers'
 * entries and comments are to be kinds in the same way.
 */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answersHandler } from '../../filling/answersHandler.ts'
import { inFormDatabase, newEntry } from '../../filling/storage/entry.ts'
import { FakeServer, silence } from '../../filling/storage/fakeServer.ts'
import { keepAnswers, putInOutbox } from '../../filling/storage/formDraft.ts'
import { newKey } from '../attemptKey.ts'
import { RequestError } from '../requestError.ts'
import {
  changeEntry,
  deleteDatabase,
  finishEntry,
  inDatabase,
  newOutboxEntry,
  newTemporaryId,
  putEntries,
} from './database.ts'
import { Outbox } from './outbox.ts'
import { handlersOf, type OutboxEntry, type OutboxHandler } from './outboxHandler.ts'

type Animal = OutboxEntry & { name: string; herd?: string }

const anna = 51
let arrived: string[]
let faults: RequestError[]
/** What arrives waits for it. */
let hold: Promise<void> | undefined
let isHeld = false
let server: FakeServer
let outbox: Outbox

/** Ids of the server's are given in the order in which animals arrive, from 100. */
const animalKind: OutboxHandler<Animal> = {
  name: 'animal',
  payloadVersion: 1,
  async deliver({ user_id, uuid, name }) {
    const fault = faults.shift()
    if (fault) throw fault
    isHeld = hold !== undefined
    await hold
    arrived.push(name)
    return finishEntry(user_id, uuid, 99 + arrived.length)
  },
  describe: ({ name }) => ({ title: name, details: [] }),
  rescue: async ({ name }) => [{ path: `${name}.json`, content: new TextEncoder().encode(name) }],
  queueOf: ({ herd }) => herd ?? name,
}
const name = 'no herd'

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  ;[arrived, faults, server] = [[], [], new FakeServer()]
  const kinds = handlersOf([answersHandler(server.asServer, () => undefined), animalKind])
  outbox = new Outbox({
    handlers: async () => kinds,
    sender: () => ({ id: anna, company_id: 1 }),
    exclusively: async work => {
      await work()
      return true
    },
  })
})

afterEach(async () => {
  outbox.stop()
  await deleteDatabase(anna)
  vi.unstubAllGlobals()
})

const animal = (called: string, rest: Partial<Animal> = {}): Animal =>
  newOutboxEntry({
    ...{ kind: 'animal', payload_version: 1, user_id: anna, company_id: 1, name: called, herd: called },
    ...rest,
  })

/** A completed form about an animal, which an answer names too. */
async function checkOf(id: number) {
  const entry = newEntry({
    ...{ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: {} },
    subjects: [{ type: 'animal', id, name: 'Berta' }],
  })
  const answer = { value: [{ id, name: 'Berta' }] }
  await keepAnswers(entry, [{ uuid: entry.uuid, question_id: 'cow', answer, changed_at: 1 }])
  await putInOutbox(entry)
  return entry
}
const stored = (uuid: string) => inDatabase(anna, ({ entries }) => entries.get(uuid))

test('a form about an animal that the server does not know yet waits for it, and arrives with the id that it was given', async () => {
  const berta = animal('Berta', { temporary_id: newTemporaryId() })
  await putEntries(anna, [berta])
  const check = await checkOf(berta.temporary_id ?? 0)
  faults.push(new RequestError({ status: 503, code: 'unavailable' }))
  await outbox.sendNow()
  expect(arrived).toEqual([])
  expect(server.calls).toEqual([])
  expect(await stored(check.uuid)).toMatchObject({ state: 'waiting' })

  await outbox.sendNow()
  expect(arrived).toEqual(['Berta'])
  expect(server.row(check.uuid)).toMatchObject({
    status: 'complete',
    answers: { cow: { value: [{ id: 100, name: 'Berta' }] } },
  })
  expect(await stored(check.uuid)).toMatchObject({ state: 'done', subjects: [{ id: 100 }] })
})

test('what depends on something that was removed is refused, and not sent with an id that means nothing', async () => {
  const berta = animal('Berta', { temporary_id: newTemporaryId() })
  await putEntries(anna, [berta])
  const check = await checkOf(berta.temporary_id ?? 0)
  await changeEntry(anna, berta.uuid, entry => ({ ...entry, state: 'discarded' }))
  await outbox.sendNow()
  expect(await stored(check.uuid)).toMatchObject({ state: 'refused', last_error: { status: 410 } })
  expect(server.calls).toEqual([])
})

test('entries of one queue arrive in the order in which they were made, and one that waits holds those behind it', async () => {
  await putEntries(anna, [animal('First', { herd: 'North', created_at: '2026-11-20T08:00:00Z' })])
  // The clock of the phone was set back in between.
  await putEntries(anna, [animal('Second', { herd: 'North', created_at: '2026-11-20T07:00:00Z' })])
  await putEntries(anna, [animal('Elsewhere', { herd: 'South' })])
  faults.push(new RequestError({ status: 503, code: 'unavailable' }))
  await outbox.sendNow()
  expect(arrived).toEqual(['Elsewhere'])
  await outbox.sendNow()
  expect(arrived).toEqual(['Elsewhere', 'First', 'Second'])
})

test('one that was refused holds its queue until it is put right or removed', async () => {
  const [first, second] = [animal('First', { herd: 'North' }), animal('Second', { herd: 'North' })]
  await putEntries(anna, [first, second])
  faults.push(new RequestError({ status: 422, code: 'invalid' }))
  await outbox.sendNow()
  await outbox.sendNow()
  expect(arrived).toEqual([])
  await inDatabase(anna, ({ entries }) => entries.delete(first.uuid))
  await outbox.sendNow()
  expect(arrived).toEqual(['Second'])
})

test('without a network all kinds wait; what another version kept of an unknown kind stays where it is', async () => {
  const berta = animal('Berta')
  const unknown = { ...animal('?'), kind: 'of a later version' }
  await putEntries(anna, [berta, unknown])
  faults.push(silence())
  await outbox.sendNow()
  expect(await stored(berta.uuid)).toMatchObject({ state: 'waiting', last_error: { code: 'network_error' } })
  await outbox.sendNow()
  expect(arrived).toEqual(['Berta'])
  expect(await stored(unknown.uuid)).toMatchObject({ state: 'waiting' })
})

test('an entry that an earlier version kept has no kind, and is a form that was filled in', async () => {
  const check = await checkOf(17)
  await changeEntry(anna, check.uuid, ({ kind: _kind, ...entry }) => entry)
  await outbox.sendNow()
  expect(await inFormDatabase(anna, ({ entries }) => entries.get(check.uuid))).toMatchObject({ state: 'done' })
})

test('what is written while another is on its way is sent by itself after that, also where its moment came in between', async () => {
  let arrives = () => {}
  const slow = animal('Slow')
  await putEntries(anna, [slow])
  hold = new Promise(resolve => {
    arrives = resolve
  })
  const pass = outbox.sendNow()
  await vi.waitFor(() => expect(isHeld).toBe(true))
  // Somebody goes on typing: its moment comes while the photo of the other is still on its way.
  outbox.sendSoon(10)
  await new Promise(resolve => setTimeout(resolve, 50))
  hold = undefined
  arrives()
  await pass
  expect(arrived).toEqual(['Slow'])

  await putEntries(anna, [animal('Later')])
  outbox.sendSoon(10)
  await vi.waitFor(() => expect(arrived).toEqual(['Slow', 'Later']), { timeout: 3_000 })
})
