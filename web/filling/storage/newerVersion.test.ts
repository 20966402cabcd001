import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import { prune } from './commands.ts'
import { type Entry, type FormRow, inFormDatabase } from './entry.ts'
import { putInOutbox } from './formDraft.ts'
import { forgetLeft, moveToNewer, newerFormHere } from './newerVersion.ts'
import { anna, answer, answerOf, begin, outbox, photoOf, server, stored, withOutbox } from './testDevice.ts'

withOutbox()

const yesNo = (id: string) => ({ type: 'yes_no' as const, id, label: { en: id } })
const asking = (...ids: string[]): Definition => ({
  ...{ schema: 1, default_language: 'en' },
  sections: [{ id: 'all', title: { en: 'All' }, questions: ids.map(yesNo) }],
})
const formOf = (version: number, ...ids: string[]): FormRow => ({
  ...{ form_id: 3, version, company_id: 1, name: { en: `Pen check ${version}` } },
  ...{ definition: asking(...ids), kept_at: '2026-01-01T00:00:00Z' },
})

/** Anna has answered both questions of version 1, and version 2 asks only about water, and about beds. */
async function begun(isSent: boolean): Promise<{ entry: Entry; newer: FormRow }> {
  const [first, newer] = [formOf(1, 'water', 'feed'), formOf(2, 'water', 'beds')]
  await inFormDatabase(anna, ({ forms }) => forms.bulkPut([first, newer]))
  const entry = begin()
  const photo = photoOf(entry, 'water')
  await answer(entry, 'water', { value: 'yes', photos: [{ uuid: photo.uuid }] }, photo)
  await answer(entry, 'feed', { value: 'no', note: 'Mouldy' })
  if (isSent) await outbox.sendNow()
  return { entry, newer }
}

test.each([true, false])(
  'a draft goes over with what fits; what does not is kept beside it until it was noted (known to the server: %s)',
  async isSent => {
    const { entry, newer } = await begun(isSent)
    expect(await newerFormHere(await stored(entry))).toEqual(newer)
    expect(await moveToNewer(entry, newer)).toBe(true)
    expect(await stored(entry)).toMatchObject({
      version: 2,
      form_name: newer.name,
      left: [{ version: 1, answers: { feed: { value: 'no', note: 'Mouldy' } } }],
    })
    expect(await answerOf(entry, 'feed')).toEqual({})
    expect(await newerFormHere(await stored(entry))).toBeUndefined()
    expect(await moveToNewer(entry, newer)).toBe(false)
    await answer(await stored(entry), 'beds', { value: 'yes' })
    await putInOutbox(await stored(entry))
    await outbox.sendNow()
    expect(server.row(entry.uuid)).toMatchObject({
      ...{ status: 'complete', version: 2, files: [{}] },
      answers: { water: { value: 'yes' }, beds: { value: 'yes' } },
    })
    // The words of what was left are those of the older version.
    await prune(anna)
    expect(await inFormDatabase(anna, ({ forms }) => forms.get([3, 1]))).toBeDefined()
    await forgetLeft(entry)
    expect((await stored(entry)).left).toEqual([])
  },
)

test('a draft that went over on another device goes over here too, and what was typed here for the older version is not lost', async () => {
  const { entry, newer } = await begun(true)
  await answer(await stored(entry), 'feed', { value: 'yes' })
  server.migrateElsewhere(entry.uuid, newer, { water: { value: 'no' } })
  await outbox.sendNow()
  expect(await stored(entry)).toMatchObject({
    ...{ version: 2, conflict: null },
    left: [{ version: 1, answers: { feed: { value: 'yes' } } }],
  })
  expect(await answerOf(entry, 'water')).toMatchObject({ value: 'no' })
  expect(await inFormDatabase(anna, ({ forms }) => forms.get([3, 2]))).toMatchObject({ definition: newer.definition })
  await answer(await stored(entry), 'beds', { value: 'yes' })
  await outbox.sendNow()
  expect(server.row(entry.uuid)?.answers).toEqual({ water: { value: 'no' }, beds: { value: 'yes' } })
})

test('what another device adds in the older version is taken where it fits, and left beside where not', async () => {
  const { entry, newer } = await begun(true)
  await moveToNewer(entry, newer)
  const there = server.row(entry.uuid)?.answers ?? {}
  server.changeElsewhere(entry.uuid, { ...there, water: { value: 'no' }, feed: { value: 'yes' } })
  await outbox.sendNow()
  expect((await stored(entry)).left).toEqual([
    { version: 1, answers: { feed: { value: 'no', note: 'Mouldy' } } },
    { version: 1, answers: { feed: { value: 'yes' } } },
  ])
  expect(server.row(entry.uuid)).toMatchObject({ version: 2, answers: { water: { value: 'no' } } })
  expect(server.row(entry.uuid)?.answers).not.toHaveProperty('feed')
})

test('what asks again, and what was completed, stays in its version', async () => {
  const { entry, newer } = await begun(false)
  await putInOutbox(entry)
  expect(await moveToNewer(entry, newer)).toBe(false)
  expect((await stored(entry)).version).toBe(1)
})
