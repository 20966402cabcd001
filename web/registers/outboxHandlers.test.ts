/**
 * Animals, places and what happens to them as they wait on a device: through the real outbox, beside a form that names
 * them.
 */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answersHandler } from '../filling/answersHandler.ts'
import { newEntry } from '../filling/storage/entry.ts'
import { FakeServer, silence } from '../filling/storage/fakeServer.ts'
import { keepAnswers, putInOutbox } from '../filling/storage/formDraft.ts'
import { newKey } from '../lib/attemptKey.ts'
import { deleteDatabase, inDatabase, newOutboxEntry, newTemporaryId, putEntries } from '../lib/offline/database.ts'
import { newRowHandler } from '../lib/offline/newRowHandler.ts'
import { Outbox } from '../lib/offline/outbox.ts'
import { handlersOf, type NewRowEntry, type RowInput } from '../lib/offline/outboxHandler.ts'
import { RequestError } from '../lib/requestError.ts'

const sent = vi.hoisted(() => ({
  calls: [] as { call: string; input: object; key: string }[],
  faults: [] as unknown[],
}))

// Only the wire is pretended: it answers each key once, as the server does.
vi.mock('../api.ts', () => {
  const callsOf = (feature: string) => ({
    key: [feature],
    create: async (input: object, { key }: { key: string }) => {
      const fault = sent.faults.shift()
      const known = sent.calls.findIndex(call => call.key === key)
      const at = known >= 0 ? known : sent.calls.push({ call: feature, input, key }) - 1
      if (fault === 'answer lost') throw silence()
      if (fault) {
        sent.calls.splice(at, 1)
        throw fault
      }
      return { id: 500 + at }
    },
  })
  return { api: new Proxy({}, { get: (_, feature: string) => callsOf(feature) }) }
})

const anna = 81
let outbox: Outbox
let forms: FakeServer

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.spyOn(console, 'error').mockReturnValue()
  ;[sent.calls, sent.faults, forms] = [[], [], new FakeServer()]
  const { registerOutboxHandlers } = await import('./outboxHandlers.ts')
  const kinds = handlersOf([answersHandler(forms.asServer, () => undefined), ...registerOutboxHandlers])
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
  vi.restoreAllMocks()
})

const row = (kind: string, title: string, input: RowInput, rest: Partial<NewRowEntry> = {}): NewRowEntry =>
  newOutboxEntry({ ...{ kind, payload_version: 1, user_id: anna, company_id: 1, title, input }, ...rest })
const event = (owner: string, id: number, type: string, rest: RowInput = {}) =>
  row('animalEvent', 'Berta', { owner, id, details: { type }, day: '2026-11-20', ...rest })
const entryOf = (uuid: string) => inDatabase(anna, ({ entries }) => entries.get(uuid))

test('a place, an animal in it, what happened to it and a form about it arrive in this order, with the ids of the server', async () => {
  const pen = row('location', 'Pen 7', { name: 'Pen 7', type: 'pen' }, { temporary_id: newTemporaryId() })
  const berta = row(
    'animal',
    'Berta',
    { name: 'Berta', species: 'cattle', location_id: pen.temporary_id },
    { temporary_id: newTemporaryId() },
  )
  const id = berta.temporary_id ?? 0
  // Kept the wrong way round: what they need decides, not when they were made.
  await putEntries(anna, [event('animal', id, 'weight'), event('animal', id, 'observation'), berta, pen])
  const check = newEntry({
    ...{ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: {} },
    subjects: [{ type: 'animal', id, name: 'Berta' }],
  })
  const answer = { value: [{ id, name: 'Berta' }] }
  await keepAnswers(check, [{ uuid: check.uuid, question_id: 'cow', answer, changed_at: 1 }])
  await putInOutbox(check)

  sent.faults.push(silence())
  await outbox.sendNow()
  expect(sent.calls).toEqual([])
  await outbox.sendNow()
  await outbox.sendNow()
  expect(sent.calls.map(({ call, input }) => [call, input])).toEqual([
    ['locations', { name: 'Pen 7', type: 'pen' }],
    ['animals', { name: 'Berta', species: 'cattle', location_id: 500 }],
    ['animalEvents', { id: 501, details: { type: 'weight' }, day: '2026-11-20' }],
    ['animalEvents', { id: 501, details: { type: 'observation' }, day: '2026-11-20' }],
  ])
  expect(forms.row(check.uuid)).toMatchObject({
    status: 'complete',
    answers: { cow: { value: [{ id: 501, name: 'Berta' }] } },
  })
})

test('what the server took without its answer arriving is sent again under the same key, and is there once', async () => {
  const weight = event('animal', 17, 'weight')
  await putEntries(anna, [weight])
  sent.faults.push('answer lost')
  await outbox.sendNow()
  expect(await entryOf(weight.uuid)).toMatchObject({ state: 'waiting' })
  await outbox.sendNow()
  expect(sent.calls).toMatchObject([{ key: weight.uuid }])
  expect(await entryOf(weight.uuid)).toMatchObject({ state: 'done', server_id: 500 })
})

test('one that was refused holds what was recorded of the same animal later, and nothing else', async () => {
  const first = event('animal', 17, 'departure')
  await putEntries(anna, [first, event('animal', 17, 'weight'), event('animal_group', 17, 'move')])
  sent.faults.push(new RequestError({ status: 422, code: 'invalid' }))
  await outbox.sendNow()
  await outbox.sendNow()
  expect(sent.calls.map(({ call }) => call)).toEqual(['groupEvents'])
  expect(await entryOf(first.uuid)).toMatchObject({ state: 'refused' })
})

test('later ones of an animal stay behind one that could not be sent, also once the animal has its id', async () => {
  const berta = row('animal', 'Berta', { name: 'Berta' }, { temporary_id: newTemporaryId() })
  const id = berta.temporary_id ?? 0
  await putEntries(anna, [berta, event('animal', id, 'weight', { note: 'first' }), event('animal', id, 'weight')])
  sent.faults.push(undefined, new RequestError({ status: 503, code: 'unavailable' }))
  await outbox.sendNow()
  expect(sent.calls).toHaveLength(1)
  await outbox.sendNow()
  expect(sent.calls.slice(1).map(({ input }) => 'note' in input)).toEqual([true, false])
})

test('what is unsent can be rescued in the words of the call', async () => {
  const kind = newRowHandler({
    ...{ name: 'animal', create: async () => ({ id: 1 }) },
    ...{ describe: () => ({ details: [] }), onDone: () => undefined },
  })
  const reader = { locale: 'en' as const, timeZone: 'UTC', t: (key: string) => key }
  const [file] = await kind.rescue(row('animal', 'Berta', { name: 'Berta', identifier: 'UK 1' }), reader)
  expect(new TextDecoder().decode(file?.content)).toContain('"identifier": "UK 1"')
})
