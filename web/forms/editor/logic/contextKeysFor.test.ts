import { expect, test } from 'vitest'
import { type ContextKey, contextKeys } from '#shared/forms/elementFields.ts'
import { applyDefaults, completionValues } from '#shared/forms/evaluation/defaults.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { misfitOf } from '#shared/forms/fit.ts'
import type { Question } from '#shared/forms/questions.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { ask, form } from '#testing/forms/scenarios/language.ts'
import { contextKeysFor } from './operators.ts'

const now = '2026-11-21T09:30:00.000+01:00'
const row = { id: 7, name: 'Bella' }
const known = {
  started_at: '2026-11-21T09:00:00.000+01:00',
  user_id: '3',
  user_name: 'Tom Ashby',
  user_email: 'tom@example.com',
  company_name: 'Greenfield Farm',
  device_id: 'd-1',
  subject: 'Bella',
  ...Object.fromEntries(subjectTypes.map(type => [`subject_${type}`, row])),
}

/** What a question of the type begins with, or ends with, when its default is that of the context. */
function given(type: Question['type'], key: ContextKey) {
  const question = ask(type, 'one', { default: { from: 'context', key } })
  const state = new FormState(form(question), {}, { now, language: 'en', known })
  const value = applyDefaults(state, new Set()).get('one') ?? completionValues(state, now).get('one')
  return { value, fits: value !== undefined && misfitOf(question as Question, value) === undefined }
}

const types = [
  'text',
  'hidden',
  'barcode',
  'date',
  'time',
  'date_time',
  'animal',
  'animal_group',
  'location',
  'vehicle',
  'user',
]

test.each(types as Question['type'][])('whatever the context offers a question of type %s answers it', type => {
  const offered = contextKeysFor(type)
  expect(offered.length).toBeGreaterThan(0)
  for (const key of offered) {
    if (key === 'completed_at' && type !== 'hidden') continue
    expect({ key, ...given(type, key) }).toMatchObject({ key, fits: true })
  }
})

test('a question about people begins with who fills in the form, and with nobody else', () => {
  expect(given('user', 'user_name').value).toEqual([{ id: 3, name: 'Tom Ashby' }])
  for (const key of contextKeys.filter(other => !other.startsWith('user_')))
    expect(given('user', key).value).toBeUndefined()
})

test('what does not fit a question is not put there, neither at the beginning nor at the end', () => {
  for (const key of contextKeys)
    for (const type of ['number', 'yes_no', 'rating', 'place'] as const) expect(given(type, key).value).toBeUndefined()
})
