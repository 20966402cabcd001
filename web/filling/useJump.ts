import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDraft } from './DraftContext.tsx'

/** The anchor of a question on its screen. */
export const anchorOf = (questionId: string) => `question-${questionId}`

/** The number of the screen that a question is on; the first where the form does not have it. */
export function useStepOf(): (questionId: string) => number {
  const { sections } = useDraft().definition
  return questionId =>
    Math.max(
      0,
      sections.findIndex(({ questions }) => questions.some(({ id }) => id === questionId)),
    ) + 1
}

/** Goes to a question, wherever in the form it is. */
export function useJump(): (questionId: string) => void {
  const navigate = useNavigate()
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const stepOf = useStepOf()
  return questionId =>
    void navigate({ to: '.', search: { ...search, step: stepOf(questionId) }, hash: anchorOf(questionId) })
}
