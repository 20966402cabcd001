/**
 * The anchor of the question to which a link led, if any; it opens the row of that question. The screen around the form
 * provides it, so that the form needs no router.
 */
import { createContext, type ReactNode, use, useCallback, useContext, useLayoutEffect, useRef } from 'react'
import { trackFocus } from '../../ui/keyboard.ts'

const WantedAnchor = createContext('')

export function WantedAnchorProvider({ anchor, children }: { anchor: string; children: ReactNode }) {
  return <WantedAnchor value={anchor}>{children}</WantedAnchor>
}

/** Empty when nobody was led anywhere. */
export const useWantedAnchor = (): string => useContext(WantedAnchor)

// Moves the focus to the heading of the next page, which may come a moment later. Not after the form was opened, and
// not for a person who has moved on in between.

type Take = (heading: HTMLElement | null | undefined) => void

const StepArrival = createContext<Take>(() => undefined)

export function StepArrivalProvider({ step, children }: { step: number; children: ReactNode }) {
  const last = useRef(step)
  const isStillThere = useRef<() => boolean>(null)
  // Before the pages look: they may come with the same picture.
  useLayoutEffect(() => {
    if (last.current === step) return
    last.current = step
    isStillThere.current = trackFocus()
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

/**
 * Scrolls to an element, and again in the next frames: parts of a long form get their true height only near the screen,
 * and then everything below them moves.
 */
export function scrollToTop(element: HTMLElement, times = 3): void {
  element.scrollIntoView({ block: 'start' })
  if (times > 1) requestAnimationFrame(() => scrollToTop(element, times - 1))
}

/** Nobody is taken anywhere that they did not see coming. */
const patienceMs = 3_000

/**
 * Does something with an element as soon as there is a way to answer in it: rows and rarer types of questions come when
 * they are needed, a moment after their page. Gives up after a while, and when what it returns is called.
 */
export function whenInPage(id: string, work: (element: HTMLElement) => void): () => void {
  const until = Date.now() + patienceMs
  let frame = 0
  function look() {
    const element = document.getElementById(id)
    const isReady = element?.querySelector('input, textarea, button:not([aria-haspopup])')
    if (element && (isReady || Date.now() > until)) return work(element)
    if (Date.now() <= until) frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}
