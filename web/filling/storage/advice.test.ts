import { expect, test } from 'vitest'
import { advice } from '../answersHandler.ts'
import type { Entry } from './entry.ts'

const failed = (state: Entry['state'], status: number, code: string) =>
  advice({ state, conflict: null, last_error: { status, code, message: '', at: '' } })

test('each way of not getting through has its advice, and what only waits for signal needs none', () => {
  expect(advice({ state: 'waiting', conflict: null, last_error: null })).toBeUndefined()
  expect(failed('waiting', 0, 'network_error')).toBeUndefined()
  expect(failed('waiting', 503, 'unavailable')).toBe('wait')
  expect(failed('refused', 422, 'invalid')).toBe('mend')
  expect(failed('refused', 409, 'task_already_done')).toBe('withoutTask')
  expect(failed('refused', 409, 'submission_complete')).toBe('compare')
  expect(failed('refused', 409, 'form_not_published')).toBe('askToOpen')
  expect(failed('refused', 403, 'forbidden')).toBe('askManager')
  expect(failed('refused', 413, 'too_large')).toBe('saveCopy')
  expect(failed('refused', 400, 'malformed')).toBe('saveCopy')
  expect(failed('refused', 409, 'answers_lost')).toBe('again')
  expect(failed('done', 409, 'submission_complete')).toBeUndefined()
  const conflict = { question_ids: ['water'], answers: {} }
  expect(advice({ state: 'refused', conflict, last_error: null })).toBe('decide')
})
