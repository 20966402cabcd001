import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import type { Submission } from '#shared/submissions/contract.ts'
import type { Receipt } from '#shared/submissions/deviceRecords.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { deleteDatabase } from '../../lib/offline/database.ts'
import { discard, settle, takeBack, undiscard } from './commands.ts'
import { noteAttempt, noteDone, noteKept } from './deliver.ts'
import { inFormDatabase, rememberedBase } from './entry.ts'
import { silence } from './fakeServer.ts'
import { persistForm, putInOutbox } from './formDraft.ts'
import { adopt, mergeFromServer } from './mergeFromServer.ts'
import { restore } from './restore.ts'
import {
  anna,
  answer,
  answerOf,
  become,
  begin,
  completed,
  hours,
  later,
  outbox,
  photoOf,
  server,
  stored,
  withOutbox,
} from './testDevice.ts'

withOutbox()

test('answers given on two devices to different questions come together', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  server.changeElsewhere(entry.uuid, { water: { value: 'yes' }, feed: { value: 'no' } })
  await answer(entry, 'beds', { value: 2 })
  await outbox.sendNow()
  expect(server.row(entry.uuid)?.answers).toEqual({
    water: { value: 'yes' },
    feed: { value: 'no' },
    beds: { value: 2 },
  })
  expect(await answerOf(entry, 'feed')).toEqual({ value: 'no' })
})

test.each([
  ['mine', { value: 'no' }],
  ['theirs', { value: 'na' }],
] as const)('the same question answered on two devices waits for the person: %s', async (winner, expected) => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  server.changeElsewhere(entry.uuid, { water: { value: 'na' } })
  await answer(entry, 'water', { value: 'no' })
  await putInOutbox(entry)
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({
    state: 'refused',
    conflict: { question_ids: ['water'], answers: { water: { value: 'na' } } },
  })
  expect(await answerOf(entry, 'water')).toEqual({ value: 'no' })
  await settle(anna, entry.uuid, winner)
  await putInOutbox(entry)
  await outbox.sendNow()
  expect(server.row(entry.uuid)).toMatchObject({ status: 'complete', answers: { water: expected } })
})

test('a change after an update whose answer was lost is no conflict', async () => {
  const entry = begin()
  await answer(entry, 'remark', { value: 'Cal' })
  server.failing('update', 'answer lost')
  await outbox.sendNow()
  await answer(entry, 'remark', { value: 'Calm' })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ conflict: null, state: 'draft' })
  expect(server.row(entry.uuid)?.answers).toEqual({ remark: { value: 'Calm' } })
})

test('a draft that was removed elsewhere starts again with all its photos', async () => {
  const entry = begin()
  const photo = photoOf(entry, 'water')
  await answer(entry, 'water', { value: 'no', photos: [{ uuid: photo.uuid }] }, photo)
  await outbox.sendNow()
  server.rows.clear()
  await putInOutbox(entry)
  await outbox.sendNow()
  expect(server.row(entry.uuid)).toMatchObject({ status: 'complete', files: [{ uuid: photo.uuid }] })
})

test('a photo that the server lost is sent again', async () => {
  const entry = begin()
  const photo = photoOf(entry, 'water')
  await answer(entry, 'water', { value: 'no', photos: [{ uuid: photo.uuid }] }, photo)
  await outbox.sendNow()
  const row = server.row(entry.uuid)
  if (row) server.rows.set(row.id, { ...row, files: [] })
  await putInOutbox(entry)
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'done' })
  expect(server.row(entry.uuid)?.files).toHaveLength(1)
})

test('an entry completed elsewhere with other answers stays here, refused', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  const row = server.row(entry.uuid)
  if (row) server.rows.set(row.id, { ...row, status: 'complete', answers: { water: { value: 'na' } } })
  await answer(entry, 'water', { value: 'no' })
  await putInOutbox(entry)
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'refused', last_error: { code: 'submission_complete' } })
  expect(await answerOf(entry, 'water')).toEqual({ value: 'no' })
})

test('a completed form can be taken back until it begins to go out', async () => {
  const entry = await completed()
  expect(await takeBack(anna, entry.uuid)).toBe(true)
  await outbox.sendAll()
  expect(server.calls).toEqual([])
  await putInOutbox(entry)
  server.failing('complete', silence())
  await outbox.sendNow()
  expect(await takeBack(anna, entry.uuid)).toBe(false)
})

test('a discarded draft is gone here and there, after the time to think again', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  await discard(anna, entry.uuid)
  await outbox.sendNow()
  expect(server.rows.size).toBe(1)
  expect(await undiscard(anna, entry.uuid)).toBe(true)
  await discard(anna, entry.uuid)
  later(10_000)
  await outbox.sendAll()
  expect(server.rows.size).toBe(0)
  await expect(stored(entry)).rejects.toThrow('gone')
})

test('a draft begun on another device goes on here', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  const row = server.row(entry.uuid)
  if (!row) throw new Error('not sent')
  become({ id: 8, company_id: 1 })
  await adopt(8, { ...row, user_id: 8 })
  const there = { ...entry, user_id: 8 }
  expect(await answerOf(there, 'water')).toEqual({ value: 'yes' })
  await answer(there, 'feed', { value: 'no' })
  await putInOutbox(there)
  await outbox.sendNow()
  expect(server.calls.slice(2)).toEqual(['complete'])
  expect(server.row(entry.uuid)?.answers).toEqual({ water: { value: 'yes' }, feed: { value: 'no' } })
})

test('a draft begun long ago is created in its own version, with the time when it was begun', async () => {
  const entry = await completed({ version: 4 })
  const create = vi.spyOn(server.asServer, 'create')
  later(hours(24 * 30))
  await outbox.sendAll()
  expect(create).toHaveBeenCalledWith(expect.objectContaining({ version: 4, started_at: '2026-11-20T07:00:00.000Z' }))
  expect(await stored(entry)).toMatchObject({ state: 'done', version: 4 })
})

test.each([
  ['none', () => null],
  ['one for other content', (receipt: Receipt) => ({ ...receipt, content_hash: 'f'.repeat(64) })],
  ['one of another submission', (receipt: Receipt) => ({ ...receipt, client_id: newKey() })],
  ['one without a signature', (receipt: Receipt) => ({ ...receipt, signature: '' })],
])('equal answers on the server clear nothing without the receipt for them: %s', async (_, forge) => {
  const entry = await completed()
  server.failing('complete', 'answer lost')
  await outbox.sendAll()
  const row = server.row(entry.uuid)
  if (!row?.receipt) throw new Error('not completed')
  await mergeFromServer(await stored(entry), { ...row, receipt: forge(row.receipt) })
  expect(await stored(entry)).toMatchObject({ state: 'waiting', sent_at: null })
  await mergeFromServer(await stored(entry), row)
  expect(await stored(entry)).toMatchObject({ state: 'done', receipt: { sequence: 1 } })
})

test('a photo that arrived with other bytes is not done, although the answers are the same', async () => {
  const entry = begin()
  const photo = { ...photoOf(entry, 'water'), sha256: 'a'.repeat(64) }
  await answer(entry, 'water', { value: 'no', photos: [{ uuid: photo.uuid }] }, photo)
  await putInOutbox(entry)
  await outbox.sendAll()
  expect(server.row(entry.uuid)).toMatchObject({ status: 'complete' })
  expect(await stored(entry)).toMatchObject({ state: 'waiting', sent_at: null })
})

test('a change made while the receipt was on its way is not cleared with it', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  const row = server.row(entry.uuid)
  if (!row) throw new Error('not sent')
  const completedElsewhere = await server.asServer.complete({ id: row.id, answers: row.answers, payload_version: 1 })
  const before = await stored(entry)
  await answer(entry, 'water', { value: 'no' })
  expect(await noteDone(before, completedElsewhere)).toBe(false)
  expect(await mergeFromServer(before, completedElsewhere)).toBe(false)
  expect(await stored(entry)).toMatchObject({ state: 'draft' })
  expect(await answerOf(entry, 'water')).toEqual({ value: 'no' })
})

test('what the server had before the last update, read late, undoes nothing', async () => {
  const entry = begin()
  await answer(entry, 'remark', { value: 'Cal' })
  await outbox.sendNow()
  const before = server.row(entry.uuid)
  if (!before) throw new Error('not sent')
  await answer(entry, 'remark', { value: 'Calm' })
  await outbox.sendNow()
  expect(await mergeFromServer(await stored(entry), before)).toBe(true)
  expect(await answerOf(entry, 'remark')).toEqual({ value: 'Calm' })
  expect(await stored(entry)).toMatchObject({ server_revision: server.row(entry.uuid)?.revision, conflict: null })
})

test('a discarded draft that was completed elsewhere is forgotten here and stays there', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  const row = server.row(entry.uuid)
  if (!row) throw new Error('not sent')
  await server.asServer.complete({ id: row.id, answers: row.answers, payload_version: 1 })
  await discard(anna, entry.uuid)
  later(10_000)
  await outbox.sendAll()
  expect(server.row(entry.uuid)).toMatchObject({ status: 'complete' })
  expect(server.calls).not.toContain('remove')
  await expect(stored(entry)).rejects.toThrow('gone')
})

test('an entry is kept until there is a receipt for exactly what is here', async () => {
  const entry = await completed()
  const { complete } = server.asServer
  server.asServer.complete = async (...sent) => {
    const answer = await complete(...sent)
    return { ...answer, receipt: answer.receipt && { ...answer.receipt, content_hash: 'f'.repeat(64) } }
  }
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'waiting', sent_at: null })
  server.asServer.complete = async (...sent) => ({ ...(await complete(...sent)), receipt: null })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'waiting', sent_at: null })

  server.asServer.complete = complete
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({ state: 'done', receipt: { client_id: entry.uuid, sequence: 1 } })
  expect(server.completions.get(entry.uuid)).toBe(1)
})

test('a device that lost answers of a draft takes them from the server again instead of taking them away there', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await answer(entry, 'remark', { value: 'Calm' })
  await outbox.sendNow()
  await inFormDatabase(anna, ({ answers }) => answers.delete([entry.uuid, 'water']))
  await answer(entry, 'remark', { value: 'Calm again' })
  await outbox.sendNow()
  const whole = { water: { value: 'yes' }, remark: { value: 'Calm again' } }
  expect(server.row(entry.uuid)?.answers).toEqual(whole)
  expect(await answerOf(entry, 'water')).toEqual({ value: 'yes' })
  expect((await stored(entry)).conflict).toBeNull()
})

test('an answer that the person takes away is gone on the server too', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await answer(entry, 'remark', { value: 'Calm' })
  await outbox.sendNow()
  await answer(entry, 'water', {})
  await outbox.sendNow()
  expect(server.row(entry.uuid)?.answers).toEqual({ remark: { value: 'Calm' } })
})

test('a form that was started again under an old uuid is completed with all that the server has', async () => {
  const entry = begin()
  await answer(entry, 'water', { value: 'yes' })
  await outbox.sendNow()
  await deleteDatabase(anna)
  await answer(entry, 'remark', { value: 'One word' })
  await putInOutbox(entry)
  await outbox.sendNow()
  expect(server.row(entry.uuid)).toMatchObject({
    status: 'complete',
    answers: { water: { value: 'yes' }, remark: { value: 'One word' } },
  })
})

test('one’s own earlier words are nobody else’s after the browser dropped what it kept under an open form', async () => {
  const entry = begin()
  const persister = persistForm(entry)
  const say = async (value: string, changed_at: number) => {
    persister.write({ uuid: entry.uuid, question_id: 'remark', answer: { value }, changed_at })
    await persister.flush()
  }
  await say('Calm', 1)
  await outbox.sendNow()
  persister.read(await stored(entry))
  await vi.waitFor(() => expect(rememberedBase(entry.uuid)).toMatchObject({ agreed: { remark: { value: 'Calm' } } }))
  // As a photo that arrives does: another revision, the same words.
  server.changeElsewhere(entry.uuid, { remark: { value: 'Calm' } })
  await deleteDatabase(anna)
  await say('Calm again', 2)
  await outbox.sendNow()
  expect((await stored(entry)).conflict).toBeNull()
  expect(server.row(entry.uuid)?.answers).toEqual({ remark: { value: 'Calm again' } })
})

test('words that were on their way when the browser dropped what it kept are one’s own too', async () => {
  const entry = begin()
  const persister = persistForm(entry)
  const say = async (value: string, changed_at: number) => {
    persister.write({ uuid: entry.uuid, question_id: 'remark', answer: { value }, changed_at })
    await persister.flush()
  }
  await say('Calm', 1)
  await outbox.sendNow()
  persister.read(await stored(entry))
  await say('Calmer', 2)
  server.failing('update', 'answer lost')
  await outbox.sendNow()
  await deleteDatabase(anna)
  await say('Calm again', 3)
  await outbox.sendNow()
  expect((await stored(entry)).conflict).toBeNull()
  expect(server.row(entry.uuid)?.answers).toEqual({ remark: { value: 'Calm again' } })
})

test('an attempt is noted together with what is sent, or not at all', async () => {
  const entry = begin()
  await answer(entry, 'remark', { value: 'Calm' })
  const full = new Error('The disk is full.')
  await inFormDatabase(anna, async ({ bases }) => vi.spyOn(bases, 'put').mockRejectedValueOnce(full))
  const attempted = { remark: { value: 'Calm' } }
  await expect(noteAttempt(entry, { attempted, was_attempted: true })).rejects.toThrow('full')
  expect(await stored(entry)).toMatchObject({ was_attempted: false })
  await noteAttempt(entry, { attempted, was_attempted: true })
  expect(await stored(entry)).toMatchObject({ was_attempted: true })
  expect(rememberedBase(entry.uuid)).toMatchObject({ attempted: { remark: [{ value: 'Calm' }] } })
})

test('what the server answers after the drop is not undone by what the page knew before it', async () => {
  const entry = begin()
  const persister = persistForm(entry)
  await answer(entry, 'remark', { value: 'Calm' })
  await outbox.sendNow()
  persister.read(await stored(entry))
  const row = server.row(entry.uuid)
  await vi.waitFor(() => expect(rememberedBase(entry.uuid)).toMatchObject({ agreed: { remark: { value: 'Calm' } } }))
  await deleteDatabase(anna)
  await noteKept(entry, { ...row, revision: 2 } as Submission, { remark: { value: 'Calmer' } })
  await restore({ ...persister.content(), definition: undefined })
  expect(await inFormDatabase(anna, ({ bases }) => bases.get(entry.uuid))).toMatchObject({
    agreed: { remark: { value: 'Calmer' } },
  })
})
