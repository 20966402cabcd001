import type { Question, QuestionType } from '#shared/forms/questions.ts'
import { newQuestion } from './newElements.ts'

const judged: readonly QuestionType[] = [
  'yes_no',
  'single_choice',
  'multiple_choice',
  'number',
  'slider',
  'rating',
  'calculated',
]
const withChoices: readonly QuestionType[] = ['single_choice', 'multiple_choice']
const withUnit: readonly QuestionType[] = ['number', 'slider', 'calculated']
/** What every question has, and what makes sense whatever the answer is. */
const shared = [
  'label',
  'hint',
  'picture',
  'guide',
  'visible_if',
  'source',
  'required',
  'required_if',
  'read_only',
] as const

/**
 * The question as another type: its texts stay, and whatever else the new type has too. It gets another `id`, because answers of the
 * old type may have been given, and no report is to mix them.
 */
export function retyped(question: Question, type: QuestionType, id: string): Question {
  const { required: _usual, ...rest } = newQuestion(type, id)
  const kept = Object.fromEntries(shared.flatMap(name => (question[name] ? [[name, question[name]]] : [])))
  return {
    ...rest,
    ...kept,
    ...(judged.includes(type) && 'critical' in question && question.critical && { critical: true }),
    ...(judged.includes(type) && 'when_failed' in question && { when_failed: question.when_failed }),
    ...(withChoices.includes(type) &&
      'choices' in question && {
        choices: question.choices,
        ...(question.choice_set !== undefined && { choice_set: question.choice_set }),
        ...(question.table !== undefined && { table: question.table }),
      }),
    ...(withUnit.includes(type) && 'unit' in question && question.unit && { unit: question.unit }),
  } as Question
}
