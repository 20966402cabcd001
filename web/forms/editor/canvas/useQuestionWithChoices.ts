import { createContext, useContext, useMemo } from 'react'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'

/** The sets of choices of the form that is shown. */
export const ChoiceSetsContext = createContext<readonly ChoiceSet[] | undefined>(undefined)

/** The question with the choices of its set standing in it, as screens work with; the question itself where it takes none. */
export function useQuestionWithChoices(question: Question): Question {
  const sets = useContext(ChoiceSetsContext)
  return useMemo(() => questionWithChoices(question, sets), [question, sets])
}

export function questionWithChoices(question: Question, sets: readonly ChoiceSet[] | undefined): Question {
  if (!('choices' in question) || question.choice_set === undefined) return question
  return { ...question, choices: sets?.find(({ id }) => id === question.choice_set)?.choices ?? [] }
}
