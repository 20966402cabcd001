import { afterEach, expect, test } from 'vitest'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { CorrectionStore } from './useCorrecting.ts'

const sentFile = { uuid: 'sent', question_id: 'leg', name: 'sent.jpg', content_type: 'image/jpeg', path: '/file/1' }
const submission = { id: 8, uuid: 'of-it', revision: 3, files: [sentFile] } as unknown as SubmissionDetail
const photo = (uuid: string) => ({ uuid, name: `${uuid}.jpg`, content_type: 'image/jpeg', size: 10 })
const keeper = () => new CorrectionStore(7, submission)
afterEach(() => sessionStorage.clear())

test('a correction names no photos that a reload lost, and says how many they were', () => {
  const before = keeper()
  const row = (question_id: string, answer: unknown) => ({ question_id, answer }) as AnswerRow
  const bytes = { uuid: 'new', bytes: new Blob(['x']), path: null } as unknown as PhotoRow
  before.write(row('leg', { value: 'left', photos: [photo('sent'), photo('new')] }), bytes)
  before.write(row('barn', { value: [photo('new')] }))
  before.say('It was the left one')
  expect(before.unsent()).toEqual([bytes])

  const after = keeper().begun()
  expect(after).toMatchObject({ reason: 'It was the left one', lost: 2 })
  expect(after?.rows.map(({ answer }) => answer)).toEqual([{ value: 'left', photos: [photo('sent')] }, {}])
})
