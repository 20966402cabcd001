/** The set-up of the outbox tests: Anna's device, and a server that can be told to fail. Only tests use it. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { deleteDatabase } from '../../lib/offline/database.ts'
import { Outbox, type Sender } from '../../lib/offline/outbox.ts'
import { handlersOf } from '../../lib/offline/outboxHandler.ts'
import { answersHandler } from '../answersHandler.ts'
import { type Entry, findForm, inFormDatabase, newEntry } from './entry.ts'
import { FakeServer } from './fakeServer.ts'
import { keepAnswers, putInOutbox } from './formDraft.ts'

export const anna = 7
export let server: FakeServer
export let outbox: Outbox
/** The entries that were done, in order. */
export let done: string[]
let sender: Sender | null

/** Somebody else is signed in, or nobody. */
export const become = (next: Sender | null): void => {
  sender = next
}

/** Gives each test of a file a device, a server and an outbox of its own. */
export function withOutbox(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T07:00:00Z') })
    server = new FakeServer()
    sender = { id: anna, company_id: 1 }
    done = []
    outbox = new Outbox({
      handlers: async () => handlersOf([answersHandler(server.asServer, uuid => done.push(uuid))]),
      sender: () => sender,
      exclusively: async work => {
        await work()
        return true
      },
    })
  })
  afterEach(async () => {
    outbox.stop()
    vi.useRealTimers()
    await deleteDatabase(anna)
    await deleteDatabase(8)
  })
}

export const begin = (rest: Partial<Entry> = {}) =>
  newEntry({ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: {}, ...rest })

let clock = 0
export const answer = (entry: Entry, question_id: string, given: Answer, photo?: PhotoRow) =>
  keepAnswers(entry, [{ uuid: entry.uuid, question_id, answer: given, changed_at: ++clock }], photo ? [photo] : [])

export const photoOf = (entry: Entry, question_id: string): PhotoRow => ({
  ...{ uuid: newKey(), entry_uuid: entry.uuid, question_id, name: 'trough.jpg', content_type: 'image/jpeg' },
  ...{ bytes: new Uint8Array([1, 2, 3]).buffer, sha256: null, path: null, state: 'kept', taken_at: '' },
})

/** A completed entry with an answer and a photo. */
export async function completed(rest: Partial<Entry> = {}) {
  const entry = begin(rest)
  const photo = photoOf(entry, 'water')
  await answer(entry, 'water', { value: 'no', photos: [{ uuid: photo.uuid }] }, photo)
  await putInOutbox(entry)
  return entry
}

export const stored = async ({ uuid, user_id }: Entry) => {
  const entry = await inFormDatabase(user_id, database => findForm(database, uuid))
  if (!entry) throw new Error('The entry is gone')
  return entry
}
export const answerOf = async ({ uuid, user_id }: Entry, id: string) =>
  (await inFormDatabase(user_id, database => database.answers.get([uuid, id])))?.answer
export const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
export const hours = (count: number) => count * 3_600_000
