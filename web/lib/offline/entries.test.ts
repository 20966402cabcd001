import 'fake-indexeddb/auto'
import { setTimeout as pause } from 'node:timers/promises'
import { Dexie, RangeSet } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { discard } from '../../filling/storage/commands.ts'
import { type Entry, inFormDatabase, newEntry } from '../../filling/storage/entry.ts'
import { keepAnswers } from '../../filling/storage/formDraft.ts'
import { newKey } from '../attemptKey.ts'
import { deleteDatabase, followEntries, type OfflineDatabase } from './database.ts'
import type { OutboxEntry } from './outboxHandler.ts'

const anna = 32
let entry: Entry
let told: (OutboxEntry | undefined)[]
let stop: () => void
const read = vi.fn(({ entries }: OfflineDatabase) => entries.get(entry.uuid))

beforeEach(() => {
  read.mockClear()
  entry = newEntry({ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: {} })
  told = []
  stop = followEntries(anna, read, found => told.push(found))
})
afterEach(async () => {
  stop()
  await deleteDatabase(anna)
})

const keep = (value: string) =>
  keepAnswers(entry, [{ uuid: entry.uuid, question_id: 'remark', answer: { value }, changed_at: Date.now() }])
const last = () => told.at(-1)

test('the first look is told, and what changes after it', async () => {
  await vi.waitFor(() => expect(told).not.toEqual([]))
  expect(told[0]).toBeUndefined()
  await keep('Calm')
  await vi.waitFor(() => expect(last()).toMatchObject({ change: 1 }))
  await discard(anna, entry.uuid)
  await vi.waitFor(() => expect(last()).toMatchObject({ state: 'discarded' }))
})

test('many changes in a moment are read a few times, and the last of them is not missed', async () => {
  const letters = 60
  const started = Date.now()
  for (let count = 0; count < letters; count++) await keep('x'.repeat(count))
  await vi.waitFor(() => expect(last()).toMatchObject({ change: letters }))
  expect(read.mock.calls.length).toBeLessThanOrEqual(2 + (Date.now() - started) / 300)
})

test('a change after a rest is told at once', async () => {
  // That the database is opened counts as a change, after which it rests once more.
  await vi.waitFor(() => expect(told).toHaveLength(2))
  await pause(400)
  // From here on no rest ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await keep('Calm')
  while (last()?.change !== 1) await new Promise(setImmediate)
})

test('a page that the browser brings back reads again; other tables than entries are not read', async () => {
  await pause(400)
  read.mockClear()
  await inFormDatabase(anna, ({ bases }) => bases.put({ uuid: entry.uuid, agreed: {}, attempted: {} }))
  await pause(50)
  expect(read).not.toHaveBeenCalled()
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) })
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
})

test('nothing is told after the end', async () => {
  await vi.waitFor(() => expect(told).not.toEqual([]))
  stop()
  const before = told.length
  await keep('Calm')
  await pause(400)
  expect(told).toHaveLength(before)
})

test('a read that fails is told to the console, and the next change is read again', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  await pause(400)
  read.mockRejectedValueOnce(new Error('The device does not feel like it'))
  await keep('Calm')
  await vi.waitFor(() => expect(complaint).toHaveBeenCalledOnce())
  await keep('Calm.')
  await vi.waitFor(() => expect(last()).toMatchObject({ change: 2 }))
  complaint.mockRestore()
})

test('a read that takes long is not overtaken by the next', async () => {
  await vi.waitFor(() => expect(told).not.toEqual([]))
  await pause(400)
  let readOn = () => {}
  const old = { ...entry, change: -1 }
  read.mockImplementationOnce(
    () =>
      new Promise<OutboxEntry>(resolve => {
        readOn = () => resolve(old)
      }) as never,
  )
  await keep('Calm')
  await pause(400)
  await keep('Calm.')
  await pause(400)
  readOn()
  await vi.waitFor(() => expect(last()).toMatchObject({ change: 2 }))
  await pause(400)
  expect(last()).toMatchObject({ change: 2 })
})
