import { expect, test } from 'vitest'
import { processorTime } from '#testing/processorTime.ts'
import { checkAnswers } from '../check.ts'
import type { Definition } from '../definition.ts'
import { briefAllowance } from '../expressions/budget.ts'
import { evaluationOf } from '../logic.ts'
import { mistakesIn } from '../mistakes/mistakes.ts'
import type { Question } from '../questions.ts'
import { ExpressionValues } from './ExpressionValues.ts'
import { FormState } from './FormState.ts'

const label = { en: 'What?' }
const formOf = (...questions: Question[]): Definition => ({
  schema: 1,
  default_language: 'en',
  sections: [{ id: 's', title: label, questions }],
})
const note: Question = { type: 'text', id: 'note', label }
const calculated = (id: string, calculate: string): Question => ({ type: 'calculated', id, label, calculate })
const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => calculated(`c${index}`, of(index)))

const slowPattern = formOf(note, ...many(200, index => `if(regex(\${note}, '(${'a|'.repeat(20)}a${index})*b'), 1, 2)`))
const growing = formOf(
  note,
  ...many(400, index => `concat(\${${index ? `c${index - 1}` : 'note'}}, \${note}, \${note})`),
)
const compared: Definition = formOf(note)
compared.sections[0]?.questions.push({
  type: 'repeat',
  id: 'pens',
  label,
  max_rows: 500,
  questions: [
    { type: 'text', id: 'pen', label },
    { type: 'text', id: 'other', label },
    calculated('same', '${pen} = ${other}'),
  ],
})
for (let index = 0; index < 40; index++)
  compared.sections[0]?.questions.push(calculated(`all${index}`, 'if(${pen} = ${other}, 1, 2)'))
const rows = Array.from({ length: 500 }, (_, index) => `r${index}`)
const pens = {
  pens: { value: rows },
  ...Object.fromEntries(
    rows.flatMap(row => [
      [`pen@${row}`, { value: `p${row}` }],
      [`other@${row}`, { value: `o${row}` }],
    ]),
  ),
}

test.each([
  ['one pattern after the other over a long note', slowPattern, { note: { value: 'a'.repeat(20_000) } }],
  ['texts that grow from one to the next', growing, { note: { value: 'a'.repeat(20_000) } }],
  ['every row compared with every other, again and again', compared, pens],
])('%s: the form is refused within a fifth of a second, and the question named', (_, definition, answers) => {
  // Read once before, as a server has.
  new FormState(definition)
  const started = processorTime()
  const [problem] = checkAnswers(definition, answers)

  expect(processorTime() - started).toBeLessThan(1_500)
  expect(problem).toEqual({ question_id: expect.stringMatching(/^(c|all)\d+$/), code: 'too_much_work' })
})

test('a form that takes too much work is a mistake in the builder already', () => {
  expect(mistakesIn(slowPattern)).toEqual([
    { path: expect.stringMatching(/^sections\.0\.questions\.\d+$/), code: 'too_much_work' },
  ])
  expect(mistakesIn(formOf(note, ...many(100, () => "if(regex(${note}, '[^@]+@[^@]+'), 1, 2)")))).toEqual([])
})

test('a shorter answer is worked out again, as if the long one had never been there', () => {
  const state = new FormState(slowPattern, { note: { value: 'a'.repeat(20_000) } })
  expect(state.exceededAt).toBeDefined()
  state.setAnswer('note', { value: 'b' })

  expect(state.exceededAt).toBeUndefined()
  expect(state.settled()).toEqual(new FormState(slowPattern, { note: { value: 'b' } }).settled())
})

test('values calculated elsewhere are not calculated again', () => {
  const answers = { note: { value: 'a'.repeat(100) } }
  expect(new FormState(slowPattern, answers, undefined, { allowance: briefAllowance }).exceededAt).toBeDefined()
  const kept = new ExpressionValues(slowPattern)
  const apart = new FormState(slowPattern, answers, undefined, { values: kept })
  const evaluation = evaluationOf(apart)

  const known = new ExpressionValues(slowPattern, structuredClone(kept.kept))
  const state = new FormState(slowPattern, answers, undefined, {
    allowance: { steps: 5_000, letters: 0 },
    values: known,
  })
  expect(state.exceededAt).toBeUndefined()
  expect(state.settled()).toEqual(apart.settled())
  expect(evaluationOf(state)).toEqual(evaluation)
})
