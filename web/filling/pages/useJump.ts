import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'

/** The number of the screen on which a key is; the first where the form does not ask it. */
export function useStepOf(): (key: string) => number {
  const draft = useDraft()
  return key => {
    const section = draft.state.instance(key)?.part.section
    return (
      Math.max(
        0,
        draft.pages().findIndex(({ sections }) => sections.some(({ id }) => id === section?.id)),
      ) + 1
    )
  }
}

/** Goes to a question, wherever in the form it is. */
export function useJump(): (key: string) => void {
  const navigate = useNavigate()
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const stepOf = useStepOf()
  return key => void navigate({ to: '.', search: { ...search, step: stepOf(key) }, hash: anchorOf(key) })
}
