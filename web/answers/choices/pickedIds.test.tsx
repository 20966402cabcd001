import { expect, test } from 'vitest'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { MultipleChoiceQuestion } from '#shared/forms/questions.ts'
import { withChoice } from './OptionButton.tsx'

const choice = (id: string, rest: Partial<Choice> = {}): Choice => ({ id, label: {}, ...rest })
const [wet, dirty, none, unseen] = [
  choice('wet'),
  choice('dirty'),
  choice('none', { exclusive: true }),
  choice('unseen', { not_applicable: true }),
]
const beds: MultipleChoiceQuestion = {
  type: 'multiple_choice',
  id: 'beds',
  label: {},
  choices: [wet, dirty, none, unseen],
}

test('choices come together in the order of the form', () => {
  expect(withChoice(beds, ['dirty'], wet, true)).toEqual(['wet', 'dirty'])
  expect(withChoice(beds, ['wet', 'dirty'], wet, false)).toEqual(['dirty'])
})

test('what stands alone replaces the others, and is replaced by them', () => {
  expect(withChoice(beds, ['wet', 'dirty'], none, true)).toEqual(['none'])
  expect(withChoice(beds, ['none'], unseen, true)).toEqual(['unseen'])
  expect(withChoice(beds, ['unseen'], dirty, true)).toEqual(['dirty'])
})
