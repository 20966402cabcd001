import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { deleteDatabase } from '../../lib/offline/database.ts'
import { visitorId } from '../../lib/offline/sealing/deviceKey.ts'
import { inJournal, isOfForm } from '../journal/journalDatabase.ts'
import { newEntry } from '../journal/newEntry.ts'

const form = {
  ...{ form_id: 61, version: 2, name: { en: 'Gate' }, languages: ['en'], prefill: {} },
  definition: { schema: 1, default_language: 'en', sections: [] },
} as unknown as PublicForm

beforeEach(() => {
  const shelf = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', shelf)
  vi.stubGlobal('sessionStorage', shelf)
  vi.stubGlobal('location', new URL('https://farm.example/form/61/public/t'))
  vi.stubGlobal('navigator', { language: 'en', languages: ['en'] })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await deleteDatabase(visitorId)
})

test('what a visitor began before there was one outbox goes on under its uuid, with its answers, and is sent as a visit', async () => {
  const { kind: _, ...older } = newEntry({
    ...{ uuid: newKey(), user_id: visitorId, company_id: 0, form_id: 61, version: 2, form_name: { en: 'Gate' } },
    ...{ change: 1, state: 'waiting' },
  })
  await inJournal(visitorId, async ({ entries, answers }) => {
    await entries.put(older as never)
    await answers.put({ uuid: older.uuid, question_id: 'shut', answer: { value: 'yes' }, changed_at: 1 })
  })
  const { hasBegun, openVisit } = await import('./visits.ts')
  expect(await hasBegun(61)).toBe(true)
  const visit = await openVisit(form)
  expect(visit).toMatchObject({ isResumed: true, entry: { uuid: older.uuid, state: 'waiting' } })
  expect(visit.rows).toMatchObject([{ question_id: 'shut', answer: { value: 'yes' } }])
  // By this the outbox of the page knows what is its own (useSending.ts).
  expect(isOfForm(visit.entry)).toBe(true)
})
