import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { noteKept } from '../../filling/storage/deliver.ts'
import { type Entry, findForm, inFormDatabase, newEntry } from '../../filling/storage/entry.ts'
import { keepAnswers } from '../../filling/storage/formDraft.ts'
import { newKey } from '../attemptKey.ts'
import { deleteDatabase } from './database.ts'
import { OwnWrites } from './ownWrites.ts'

const anna = 31
afterEach(() => deleteDatabase(anna))

const begin = () =>
  newEntry({ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: { en: 'Pen check' } })
const row = ({ uuid }: Entry, value: string): AnswerRow => ({
  ...{ uuid, question_id: 'remark', answer: { value }, changed_at: Date.now() },
})
const stored = async ({ uuid }: Entry) => {
  const found = await inFormDatabase(anna, database => findForm(database, uuid))
  if (!found) throw new Error('The entry is gone')
  return found
}

async function write(entry: Entry, own: OwnWrites, value: string): Promise<void> {
  const { before, after } = await keepAnswers(entry, [row(entry, value)])
  own.wrote(before, after)
}

test('what one persister wrote is known without being read', async () => {
  const entry = begin()
  const own = new OwnWrites(entry)
  for (const text of ['C', 'Ca', 'Calm']) await write(entry, own, text)
  expect(own.covers(await stored(entry))).toBe(true)
  await write(entry, own, 'Calm.')
  expect(own.covers(await stored(entry))).toBe(true)
})

test('what another tab wrote in between is not, until it was read', async () => {
  const entry = begin()
  const own = new OwnWrites(entry)
  await write(entry, own, 'Calm')
  await keepAnswers(entry, [row(entry, 'Ill')])
  await write(entry, own, 'Calm.')
  expect(own.covers(await stored(entry))).toBe(false)
  own.read(await stored(entry))
  await write(entry, own, 'Calm!')
  expect(own.covers(await stored(entry))).toBe(true)
})

test('what came with another revision of the server is not, although nobody here changed anything', async () => {
  const entry = begin()
  const own = new OwnWrites(entry)
  await write(entry, own, 'Calm')
  await noteKept(await stored(entry), { revision: 2 } as never, {})
  expect(own.covers(await stored(entry))).toBe(false)
})
