import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { tryMalformedAgain } from './commands.ts'
import { type Entry, inFormDatabase } from './entry.ts'
import { refusal, silence } from './fakeServer.ts'
import { putInOutbox } from './formDraft.ts'
import {
  anna,
  answer,
  become,
  begin,
  completed,
  done,
  hours,
  later,
  outbox,
  server,
  stored,
  withOutbox,
} from './testDevice.ts'

withOutbox()

test('a completed form is created, its photo sent by itself, and done when the server says so', async () => {
  const entry = await completed()
  await outbox.sendAll()
  expect(server.calls).toEqual(['create', 'attach', 'complete'])
  expect(server.row(entry.uuid)).toMatchObject({ status: 'complete', answers: { water: { value: 'no' } } })
  expect(await stored(entry)).toMatchObject({ state: 'done', server_id: 1, sent_at: '2026-11-20T07:00:00.000Z' })
  expect(done).toEqual([entry.uuid])
  await outbox.sendNow()
  expect(server.calls).toHaveLength(3)
})

test.each(['create', 'attach', 'complete'] as const)(
  'when the answer to %s is lost, all of it is sent again and arrives once',
  async call => {
    const entry = await completed()
    server.failing(call, 'answer lost')
    await outbox.sendAll()
    expect(await stored(entry)).toMatchObject({ state: 'waiting', last_error: { code: 'network_error' } })
    await outbox.sendNow()
    expect(await stored(entry)).toMatchObject({ state: 'done' })
    expect(server.rows.size).toBe(1)
    expect(server.row(entry.uuid)?.files).toHaveLength(1)
    expect(server.completions.get(entry.uuid)).toBe(1)
  },
)

test('a picture that was not drawn in time stays as it was sent', async () => {
  const entry = await completed()
  const [photo] = await photosOf(entry)
  await inFormDatabase(entry.user_id, ({ photos }) =>
    photos.update(photo?.uuid ?? '', { state: 'taken', sha256: null }),
  )
  server.failing('attach', 'answer lost')
  await outbox.sendAll()
  // Nobody draws it any more: that would be another file under the same uuid.
  expect(await photosOf(entry)).toMatchObject([{ state: 'kept', sha256: expect.any(String) }])
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'done' })
})

const photosOf = ({ user_id, uuid }: Entry) =>
  inFormDatabase(user_id, ({ photos }) => photos.where('entry_uuid').equals(uuid).toArray())

test('without a network the whole outbox waits, longer each time, and for ever', async () => {
  const first = await completed()
  await completed()
  const attempts = () => server.calls.filter(call => call === 'create').length
  server.failing('create', ...Array.from({ length: 20 }, silence))
  await outbox.sendAll()
  expect(attempts()).toBe(1)
  await outbox.sendAll()
  expect(attempts()).toBe(1)
  for (let tries = 2; tries <= 20; tries++) {
    later(5 * 60_000)
    await outbox.sendAll()
    expect(attempts()).toBe(tries)
  }
  later(hours(24 * 400))
  await outbox.sendAll()
  expect(await stored(first)).toMatchObject({ state: 'done' })
})

test('a server that is down holds back the entry and not the next one', async () => {
  const [first, second] = [await completed(), await completed()]
  server.failing('create', refusal(503, 'unavailable', 'Busy'))
  await outbox.sendAll()
  const states = [await stored(first), await stored(second)].map(({ state }) => state).sort()
  expect(states).toEqual(['done', 'waiting'])
  await outbox.sendAll()
  expect(server.rows.size).toBe(1)
  later(hours(1))
  await outbox.sendAll()
  expect(server.rows.size).toBe(2)
})

test('what the server refuses is refused with its words, can be changed, and is sent after that', async () => {
  const entry = await completed()
  server.failing('complete', refusal(422, 'invalid', 'Please check the marked fields.'))
  await outbox.sendAll()
  expect(await stored(entry)).toMatchObject({
    state: 'refused',
    last_error: { status: 422, message: 'Please check the marked fields.' },
  })
  later(hours(1))
  await outbox.sendNow()
  expect(server.calls.filter(call => call === 'complete')).toHaveLength(1)
  await answer(entry, 'water', { value: 'yes' })
  await putInOutbox(entry)
  await outbox.sendAll()
  expect(await stored(entry)).toMatchObject({ state: 'done', last_error: null })
  expect(server.row(entry.uuid)?.answers).toEqual({ water: { value: 'yes' } })
})

test('an ended session keeps everything until somebody signs in', async () => {
  const entry = await completed()
  server.failing('create', refusal(401, 'unauthenticated'))
  await outbox.sendAll()
  expect(await stored(entry)).toMatchObject({ state: 'waiting' })
  become(null)
  await outbox.sendNow()
  expect(server.calls).toHaveLength(1)
  become({ id: anna, company_id: 1 })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'done' })
})

test('nobody sends the work of another person, nor that of another company', async () => {
  const entry = await completed()
  become({ id: 8, company_id: 1 })
  await outbox.sendNow()
  become({ id: anna, company_id: 2 })
  await outbox.sendNow()
  expect(server.calls).toEqual([])
  become({ id: anna, company_id: 1 })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'done' })
})

test('a draft is kept on the server too, once the person pauses', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendAll()
  expect(server.calls).toEqual([])
  later(2_000)
  await outbox.sendAll()
  expect(server.calls).toEqual(['create', 'update'])
  expect(server.row(entry.uuid)).toMatchObject({ status: 'draft', answers: { water: { value: 'yes' } } })
  later(60_000)
  await outbox.sendAll()
  expect(server.calls).toHaveLength(2)
})

test('a draft that the server refuses is tried again with the next change only', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'maybe' })
  server.failing('update', refusal(422, 'invalid'))
  await outbox.sendNow()
  await outbox.sendNow()
  expect(server.calls).toEqual(['create', 'update'])
  expect(await stored(entry)).toMatchObject({ state: 'draft', last_error: { status: 422 } })
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'draft', last_error: null })
  expect(server.row(entry.uuid)?.answers).toEqual({ water: { value: 'yes' } })
})

test('what an earlier version kept of a scanner or a paste, and no server stores, is left out when it is sent', async () => {
  const entry = await completed()
  const [uuid, changed_at] = [entry.uuid, 99]
  await inFormDatabase(entry.user_id, ({ answers }) =>
    answers.bulkPut([
      { uuid, question_id: 'tag', answer: { value: '\u000012' }, changed_at },
      { uuid, question_id: 'seen', answer: { value: 'yes', note: 'Calm \ud83d' }, changed_at },
    ]),
  )
  await outbox.sendAll()
  expect(await stored(entry)).toMatchObject({ state: 'done' })
  expect(server.row(entry.uuid)?.answers).toMatchObject({ tag: { value: '12' }, seen: { value: 'yes', note: 'Calm ' } })
})

test('what was refused as unreadable by an earlier version goes by itself once somebody works here', async () => {
  const entry = await completed()
  server.failing('complete', refusal(400, 'malformed'))
  await outbox.sendAll()
  expect(await stored(entry)).toMatchObject({ state: 'refused', last_error: { code: 'malformed' } })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'refused' })
  await tryMalformedAgain(anna)
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'done' })
})
