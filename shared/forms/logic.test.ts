import { expect, test } from 'vitest'
import { anyOf, choice, formOf, number, oneOf, section, task, upTo, yesNo } from '#testing/forms/scenarios/language.ts'
import { processorTime } from '#testing/processorTime.ts'
import type { Answers } from './answers/answers.ts'
import { evaluate } from './logic.ts'

test('a form of 200 questions is evaluated while somebody types', () => {
  const choices = ['a', 'b', 'c', 'd'].map(id => choice(id, { points: 1, fails: id === 'd' }))
  const ranges = [upTo(5, { points: 4 }), { fails: true }]
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  const sections = Array.from({ length: 5 }, (_, part) =>
    section(
      `s${part}`,
      ...numbers.flatMap(n => [
        yesNo(`s${part}y${n}`, { good: 'yes', points: 2, required: true, when_failed: task('Repair') }),
        oneOf(`s${part}o${n}`, { choices, required: true }),
        anyOf(`s${part}a${n}`, { choices }),
        number(`s${part}n${n}`, { ranges, min: 0, max: 100 }),
      ]),
    ),
  )
  const answers: Answers = Object.fromEntries(
    sections.flatMap(({ questions }) =>
      questions.map(({ id, type }) => {
        const value = { yes_no: 'no', single_choice: 'b', multiple_choice: ['a', 'd'], number: 7 }[type as string]
        return [id, { value }]
      }),
    ),
  )
  const definition = formOf(sections)

  const started = processorTime()
  let evaluation = evaluate(definition, answers)
  const first = processorTime() - started
  for (let round = 0; round < 99; round += 1) evaluation = evaluate(definition, answers)
  const each = (processorTime() - started) / 100
  console.info(`evaluate, 200 questions: first ${first.toFixed(2)} ms, then ${each.toFixed(3)} ms each`)

  expect(evaluation.progress).toMatchObject({ answered: 200, total: 200, missing: [] })
  expect(evaluation.problems).toEqual([])
  expect(evaluation.tasks).toHaveLength(50)
  // Per ten questions of a kind and section: 0 of 20, 10 of 10, 20 of 40, 0 of 40 points.
  expect(evaluation.score).toMatchObject({ points: 150, max: 550, percent: 27.3, band: 'act' })
  expect(evaluation.score.failed).toHaveLength(150)
})
