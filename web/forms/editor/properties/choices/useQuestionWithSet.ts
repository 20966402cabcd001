import type { Question } from '#shared/forms/questions.ts'
import { useShown } from '../../EditingContext.tsx'
import { findChoiceSet } from '../../structure/choiceSets.ts'

/** The question with the choices of its set, where it takes one. */
export function useQuestionWithSet(question: Question): Question {
  const { definition } = useShown().state.content
  if (!('choices' in question) || question.choice_set === undefined) return question
  return { ...question, choices: findChoiceSet(definition, question.choice_set)?.choices ?? [] }
}
