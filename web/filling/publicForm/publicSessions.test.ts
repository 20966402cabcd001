import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { visitorId } from '../../lib/encryption/deviceKey.ts'
import { deleteDatabase } from '../../lib/offline/database.ts'
import { type Entry, findForm, inFormDatabase, isOfForm, newEntry } from '../storage/entry.ts'

const form = {
  ...{ form_id: 61, version: 2, name: { en: 'Gate' }, languages: ['en'], prefill: {} },
  definition: { schema: 1, default_language: 'en', sections: [] },
} as unknown as PublicForm

const gate = { id: '61', token: 't' }

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
  await inFormDatabase(visitorId, async ({ entries, answers }) => {
    await entries.put(older as never)
    await answers.put({ uuid: older.uuid, question_id: 'shut', answer: { value: 'yes' }, changed_at: 1 })
  })
  const { hasBegun, openPublicSession } = await import('./publicSessions.ts')
  expect(await hasBegun(gate)).toBe(true)
  const session = await openPublicSession(form, gate)
  expect(session).toMatchObject({ isResumed: true, entry: { uuid: older.uuid, state: 'waiting' } })
  expect(session.rows).toMatchObject([{ question_id: 'shut', answer: { value: 'yes' } }])
  // By this the outbox of the page knows its own entries (publicSession.ts).
  expect(isOfForm(session.entry)).toBe(true)
})

test('what is begun by the code at one door is not gone on with at another, nor sent by its link', async () => {
  const { forgetPublicSessions, hasBegun, keptForm, openPublicSession } = await import('./publicSessions.ts')
  const [north, south] = [
    { ...gate, token: 'north' },
    { ...gate, token: 'south' },
  ]
  const at = (id: number) => ({ ...form, prefill: { barn: { value: [{ id, name: `Barn ${id}` }] } } })
  const { entry } = await openPublicSession(at(1), north)
  await inFormDatabase(visitorId, ({ entries }) => entries.put({ ...entry, change: 1, state: 'waiting' }))

  const other = await openPublicSession(at(2), south)
  expect(other.isResumed).toBe(false)
  expect(other.entry.uuid).not.toBe(entry.uuid)
  expect(other.rows).toMatchObject([{ question_id: 'barn', answer: { value: [{ id: 2 }] } }])
  expect([await hasBegun(north), await hasBegun(south)]).toEqual([true, false])
  // Without the server each goes on with what its own link answers, though the version is kept once.
  expect((await keptForm(north))?.prefill).toMatchObject({ barn: { value: [{ id: 1 }] } })
  await forgetPublicSessions(south)
  expect((await openPublicSession(at(1), north)).entry).toMatchObject({ uuid: entry.uuid, state: 'waiting' })
})

test('what was removed says to other tabs that it was, and nothing of what it was; a day later nothing is left of it', async () => {
  const { forgetPublicSessions, hasBegun, openPublicSession } = await import('./publicSessions.ts')
  const { entry } = await openPublicSession(form, gate)
  const answer = { uuid: entry.uuid, question_id: 'shut', answer: { value: 'yes' }, changed_at: 1 }
  await inFormDatabase(visitorId, async ({ entries, answers }) => {
    await entries.put({ ...entry, change: 1 })
    await answers.put(answer)
  })
  // An open form that is gone altogether writes itself again from memory; one that was removed does not.
  const { persistForm } = await import('../storage/formDraft.ts')
  const elsewhere = persistForm({ ...entry, change: 1 }, { rows: [answer] })
  await forgetPublicSessions(gate)
  const left = await inFormDatabase(visitorId, database => findForm(database, entry.uuid))
  expect(left).toMatchObject({ state: 'discarded', form_id: 0, form_name: {}, subjects: [] })
  expect(left?.link).toBeUndefined()
  elsewhere.read(left as Entry)
  await elsewhere.check()
  expect(await inFormDatabase(visitorId, ({ answers }) => answers.count())).toBe(0)
  expect(await hasBegun(gate)).toBe(false)

  const next = await openPublicSession(form, gate)
  expect([next.isResumed, next.rows]).toEqual([false, []])
  const dayAgo = new Date(Date.now() - 25 * 3600_000).toISOString()
  await inFormDatabase(visitorId, ({ entries }) => entries.put({ ...(left as Entry), updated_at: dayAgo }))
  await openPublicSession(form, gate)
  expect(await inFormDatabase(visitorId, ({ entries }) => entries.toCollection().primaryKeys())).toEqual([
    next.entry.uuid,
  ])
})

test('what was begun goes over to a newer version with what fits; the rest is kept with its words until it was noted', async () => {
  const { moveToNewer, newerFormHere } = await import('../storage/newerVersion.ts')
  const { openPublicSession } = await import('./publicSessions.ts')
  const asking = (version: number, ...ids: string[]) =>
    ({
      ...form,
      version,
      definition: {
        ...form.definition,
        sections: [
          { id: 'all', title: { en: 'All' }, questions: ids.map(id => ({ type: 'yes_no', id, label: { en: id } })) },
        ],
      },
    }) as unknown as PublicForm
  const { entry } = await openPublicSession(asking(2, 'shut', 'wet'), gate)
  await inFormDatabase(visitorId, async ({ entries, answers }) => {
    await entries.put({ ...entry, change: 1 })
    for (const question_id of ['shut', 'wet'])
      await answers.put({ uuid: entry.uuid, question_id, answer: { value: 'yes' }, changed_at: 1 })
  })
  const begun = await openPublicSession(asking(3, 'shut'), gate)
  expect(begun.entry.version).toBe(2)
  const newer = await newerFormHere(begun.entry)
  expect(newer).toMatchObject({ version: 3 })
  expect(newer && (await moveToNewer(begun.entry, newer))).toBe(true)
  for (const attempt of [1, 2]) {
    const over = await openPublicSession(asking(3, 'shut'), gate)
    expect(over.entry, `${attempt}`).toMatchObject({
      ...{ uuid: entry.uuid, version: 3, state: entry.state },
      left: [{ version: 2, answers: { wet: { value: 'yes' } } }],
    })
    expect(over.definition.sections[0]?.questions).toHaveLength(1)
    expect(await inFormDatabase(visitorId, ({ forms }) => forms.get([61, 2]))).toBeDefined()
  }
})
