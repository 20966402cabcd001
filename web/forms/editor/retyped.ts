import type { Question, QuestionType } from '#shared/forms/questions.ts'
import { newQuestion } from './newElements.ts'

const judged: QuestionType[] = ['yes_no', 'single_choice', 'multiple_choice', 'number']
const withChoices: QuestionType[] = ['single_choice', 'multiple_choice']

/**
 * The question as another type: its texts stay, and whatever else the new type has too. It gets another `id`, because answers of the
 * old type may have been given, and no report is to mix them.
 */
export function retyped(question: Question, type: QuestionType, id: string): Question {
  const { label, hint, source, required } = question
  const kept = {
    label,
    ...(hint && { hint }),
    ...(source && { source }),
    ...(required && { required }),
    ...(judged.includes(type) && 'critical' in question && question.critical && { critical: true }),
    ...(judged.includes(type) && 'when_failed' in question && { when_failed: question.when_failed }),
    ...(withChoices.includes(type) && 'choices' in question && { choices: question.choices }),
  }
  const { required: _usual, ...rest } = newQuestion(type, id)
  return { ...rest, ...kept } as Question
}
