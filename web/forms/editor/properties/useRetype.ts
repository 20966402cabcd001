import type { Question, QuestionType } from '#shared/forms/questions.ts'
import { useChangeDefinition } from '../EditingContext.tsx'
import { newId } from '../newElements.ts'
import { retyped } from '../retyped.ts'
import { changeQuestion } from '../structure.ts'

/** Gives a question another type. It becomes another question by that, so that reports never mix answers of two kinds. */
export function useRetype(question: Question): (type: QuestionType) => void {
  const change = useChangeDefinition()
  return type => {
    const id = newId()
    change(definition => changeQuestion(definition, question.id, before => retyped(before, type, id)), undefined, {
      select: id,
      isNew: true,
      focus: 'type',
    })
  }
}
