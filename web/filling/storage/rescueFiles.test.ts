import 'fake-indexeddb/auto'
import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { deleteDatabase } from '../../lib/offline/database.ts'
import { registerHandlers } from '../../lib/offline/outboxHandler.ts'
import { exportUnsentZip } from '../../lib/offline/queueActions.ts'
import { answersHandler } from '../answersHandler.ts'
import { inFormDatabase, newEntry } from './entry.ts'
import { FakeServer } from './fakeServer.ts'
import { keepAnswers, putInOutbox } from './formDraft.ts'

const anna = 31
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'pen',
      title: { en: 'The pen' },
      questions: [{ id: 'water', type: 'yes_no', label: { en: 'Does water run?', hu: 'Folyik a víz?' } }],
    },
  ],
}

async function begun(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const entry = newEntry({
    uuid: newKey(),
    user_id: anna,
    company_id: 1,
    form_id: 3,
    version: 2,
    form_name: { en: name },
  })
  const photo: PhotoRow = {
    ...{ uuid: newKey(), entry_uuid: entry.uuid, question_id: 'water', name: 'trough: left.jpg' },
    ...{ content_type: 'image/jpeg', bytes: bytes.buffer, sha256: null, path: null, state: 'kept', taken_at: '' },
  }
  const answer = { value: 'no', note: 'Itató száraz', photos: [{ uuid: photo.uuid }] }
  await keepAnswers(entry, [{ uuid: entry.uuid, question_id: 'water', answer, changed_at: 1 }], [photo])
  return entry
}

test('all that is not sent is in the copy, in words and with its photos, and what was sent is not', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
  const [draft, waiting, sent] = [
    await begun('Pen/check', bytes),
    await begun('Pen check', bytes),
    await begun('Old', bytes),
  ]
  await putInOutbox(waiting)
  await inFormDatabase(anna, async ({ entries, forms }) => {
    await entries.update(sent.uuid, { state: 'done' })
    await forms.put({ form_id: 3, version: 2, company_id: 1, name: {}, definition, kept_at: '' })
  })
  registerHandlers(async () => [answersHandler(new FakeServer().asServer, () => undefined)])
  const t = (key: string) => (key === 'submissions.answers.no' ? 'Nem' : key)
  const copy = await exportUnsentZip(anna, { locale: 'hu', timeZone: 'Europe/Budapest', t })
  const files = unzipSync(new Uint8Array(await copy.arrayBuffer()))
  const paths = Object.keys(files)
  expect(paths).toHaveLength(4)
  for (const { uuid, state } of [
    { uuid: draft.uuid, state: 'draft' },
    { uuid: waiting.uuid, state: 'waiting' },
  ]) {
    const [answers = '', photo = ''] = paths.filter(path => path.includes(uuid.slice(0, 8))).sort()
    expect(answers).toMatch(/^\d{4}-\d\d-\d\dT\d{4} Pen[- ]check \w{8}\/answers\.json$/)
    expect(photo).toMatch(/\/photos\/\w{8} trough left\.jpg$/)
    expect(files[photo]).toEqual(bytes)
    const content = JSON.parse(new TextDecoder().decode(files[answers]))
    expect(content).toMatchObject({ uuid, state, form_id: 3, version: 2 })
    expect(content.answers).toMatchObject([
      { question: 'Folyik a víz?', answer: 'Nem', question_id: 'water', value: 'no', note: 'Itató száraz' },
    ])
    expect(photo.endsWith(content.answers[0].files[0])).toBe(true)
  }
  vi.unstubAllGlobals()
  await deleteDatabase(anna)
})
