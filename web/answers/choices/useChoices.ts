import type { Choice } from '#shared/forms/elementFields.ts'
import type { ChoiceQuestion } from '#shared/forms/questions.ts'
import { useDraft, useLook } from '../draft/DraftContext.tsx'

/** The choices that a question offers now; all of them where it stands by itself, outside of a form that is filled in. */
export function useChoices(question: ChoiceQuestion): Choice[] {
  const { state } = useDraft()
  useLook(question.id)
  return state.instance(question.id) ? state.choices(question.id) : question.choices
}
