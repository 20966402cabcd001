/**
 * The page of the form at which a visitor is; it is in the address, so that the browser's back goes one page back and a
 * reload stays. It is small, because public forms load no router.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'
import type { QuestionLinkProps, StepLinkProps } from '../pages/FillingLinks.tsx'
import listStyles from '../pages/SectionList.module.css'
import { withSearch } from './publicLink.ts'

type Place = { step: number; anchor: string }
type Steps = Place & {
  go: (step: number) => void
  back: () => void
  jump: (key: string) => void
  stepOf: (key: string) => number
}

const StepsContext = createContext<Steps | null>(null)

export function useSteps(): Steps {
  const steps = useContext(StepsContext)
  if (!steps) throw new Error('No form is open here')
  return steps
}

const here = (): Place => {
  const step = Number(new URLSearchParams(location.search).get('step'))
  return { step: Number.isInteger(step) && step > 0 ? step : 1, anchor: history.state?.anchor ?? '' }
}

export const addressOfStep = (step: number) => withSearch('step', step > 1 ? String(step) : undefined)

export function StepsProvider({ children }: { children: ReactNode }) {
  const draft = useDraft()
  const [place, setPlace] = useState(here)
  useEffect(() => {
    const follow = () => setPlace(here())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const move = useCallback((step: number, anchor = '') => {
    history.pushState({ anchor, cameFrom: here().step }, '', addressOfStep(step))
    setPlace({ step, anchor })
    if (!anchor) scrollTo({ top: 0 })
  }, [])
  const stepOf = useCallback(
    (key: string) => {
      const section = draft.state.instance(key)?.part.section.id
      const index = draft.pages().findIndex(({ sections }) => sections.some(({ id }) => id === section))
      return Math.max(0, index) + 1
    },
    [draft],
  )
  const steps = useMemo(
    () => ({
      ...place,
      stepOf,
      go: (step: number) => move(step),
      jump: (key: string) => move(stepOf(key), anchorOf(key)),
      // Where Next has brought us, the way back is the browser's own, so that both go the same way.
      back: () => (history.state?.cameFrom === place.step - 1 ? history.back() : move(place.step - 1)),
    }),
    [place, move, stepOf],
  )
  return <StepsContext value={steps}>{children}</StepsContext>
}

/** Leads to a page of the form, or to its end. */
export function StepAnchor({ step, isCurrent, onPick, children }: StepLinkProps) {
  const { go } = useSteps()
  return (
    <a
      href={addressOfStep(step)}
      className={listStyles.link}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={event => {
        event.preventDefault()
        go(step)
        onPick?.()
      }}
    >
      {children}
    </a>
  )
}

/** Leads to the question at a key, wherever in the form it is. */
export function QuestionAnchorLink({ at, className, children }: QuestionLinkProps) {
  const { jump, stepOf } = useSteps()
  return (
    <a
      href={`${addressOfStep(stepOf(at))}#${anchorOf(at)}`}
      className={className}
      onClick={event => {
        event.preventDefault()
        jump(at)
      }}
    >
      {children}
    </a>
  )
}
