import type { Answer } from './answers.ts'
import type { AnswerProblem } from './check.ts'
import { misfitOf, violationOf } from './fit.ts'
import { isAnswered, judge } from './judge.ts'
import type { Question } from './questions.ts'

/** What is wrong at a question by itself, without the conditions that ask for other answers. */
export function checkOne(question: Question, answer: Answer | undefined): Omit<AnswerProblem, 'question_id'>[] {
  const value = answer?.value
  if (value === undefined || !isAnswered(answer)) return question.required ? [{ code: 'required' }] : []
  const misfit = misfitOf(question, value)
  if (misfit) return [{ code: misfit }]
  const demands = 'when_failed' in question && judge(question, answer).failed ? question.when_failed : undefined
  const violation = violationOf(question, value)
  return [
    ...(demands?.require_note && !answer?.note?.trim() ? [{ code: 'note_required' as const }] : []),
    ...(demands?.require_photo && !answer?.photos?.length ? [{ code: 'photo_required' as const }] : []),
    ...(violation ? [violation] : []),
  ]
}
