import { isQuestion } from '#shared/forms/elements.ts'
import type { Question, QuestionType } from '#shared/forms/questions.ts'
import { useChangeDefinition } from '../EditingContext.tsx'
import { newId } from '../structure/newElements.ts'
import { renamed } from '../structure/renaming.ts'
import { retyped } from '../structure/retyped.ts'
import { changeElement } from '../structure/structure.ts'

/**
 * Gives a question another type. It becomes another question by that, so that reports never mix answers of two kinds; what refers to
 * it in this form refers to the new one.
 */
export function useRetype(question: Question): (type: QuestionType) => void {
  const change = useChangeDefinition()
  return type => {
    const id = newId()
    change(
      definition =>
        changeElement(renamed(definition, new Map([[question.id, id]])), id, before =>
          isQuestion(before) ? retyped(before, type, id) : before,
        ),
      undefined,
      { select: id, isNew: true, focus: 'type' },
    )
  }
}
