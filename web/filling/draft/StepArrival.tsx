/**
 * Whoever goes to another page of a form reads on from its heading, which may come a moment later. Whoever has gone on meanwhile, and whoever has
 * just opened the form, is left alone.
 */
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useRef } from 'react'
import { keyboardStays } from '../../ui/keyboard/keyboardStays.ts'

type Take = (heading: HTMLElement | null | undefined) => void

const StepArrival = createContext<Take>(() => undefined)

export function StepArrivalProvider({ step, children }: { step: number; children: ReactNode }) {
  const last = useRef(step)
  const isStillThere = useRef<() => boolean>(null)
  // Before the pages look: they may come with the same picture.
  useLayoutEffect(() => {
    if (last.current === step) return
    last.current = step
    isStillThere.current = keyboardStays()
  }, [step])
  const take = useCallback<Take>(heading => {
    if (!heading || !isStillThere.current) return
    if (isStillThere.current()) heading.focus({ preventScroll: true })
    isStillThere.current = null
  }, [])
  return <StepArrival value={take}>{children}</StepArrival>
}

/** Takes the keyboard to a heading, once for each step. */
export const useStepArrival = (): Take => use(StepArrival)
