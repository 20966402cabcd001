/**
 * Fills in a form as a thorough person would: long texts, everything chosen, many rows. A form that then exceeds its
 * budget would fail in the field, so the builder refuses it.
 */
import { answerKey } from './answers/answerKey.ts'
import type { Answers, AnswerValue } from './answers/answers.ts'
import type { Definition } from './definition.ts'
import { isQuestion, placedElements } from './elements.ts'
import { plainContext } from './evaluation/context.ts'
import { FormState } from './evaluation/FormState.ts'
import type { Allowance } from './expressions/budget.ts'
import { evaluationOf } from './logic.ts'
import type { Mistake } from './mistakes/mistakes.ts'
import type { Question } from './questions.ts'

const letters = 500
const rows = 20

/** Place at which the form exceeds its budget, if it does. */
export function exceededBudgetIn(definition: Definition, allowance: Allowance): Mistake[] {
  const state = new FormState(definition, trialAnswers(definition), plainContext(), { allowance })
  evaluationOf(state)
  if (!state.exceededAt) return []
  const { part } = state.exceededAt
  const placed = placedElements(definition).find(({ element }) => element.id === part.id)
  const section = definition.sections.findIndex(({ id }) => id === part.section.id)
  return [{ path: placed?.path ?? `sections.${section}`, code: 'too_much_work' }]
}

function trialAnswers(definition: Definition): Answers {
  const answers: Answers = {}
  for (const { element, repeats } of placedElements(definition)) {
    // Nested rows would be hundreds: those of the outermost repeat suffice.
    if (repeats.length > 1 || (element.type === 'repeat' && repeats.length > 0)) continue
    const value =
      element.type === 'repeat' ? rowsOf(element.id, element.max_rows) : isQuestion(element) && given(element)
    if (value === false || value === undefined) continue
    const [repeat] = repeats
    const places = repeat ? rowsOf(repeat.id, repeat.max_rows).map(row => answerKey(element.id, row)) : [element.id]
    for (const key of places) answers[key] = { value }
  }
  return answers
}

const rowsOf = (repeat: string, most = rows): string[] =>
  Array.from({ length: Math.min(most, rows) }, (_, index) => `${repeat}-${index}`)

function given(question: Question): AnswerValue | undefined {
  switch (question.type) {
    case 'text':
    case 'barcode':
    case 'hidden':
      return 'a'.repeat(letters)
    case 'yes_no':
      return 'yes'
    case 'number':
    case 'slider':
      return Math.min(question.max ?? rows, rows)
    case 'single_choice':
      return question.choices[0]?.id
    case 'multiple_choice':
      return question.choices.map(({ id }) => id)
    default:
      return undefined
  }
}
