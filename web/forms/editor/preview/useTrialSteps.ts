/** Where somebody is in a test fill: a page at a time, the one with what is being edited first, and after the last its end. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { anchorOf, focusAnswer } from '../../../answers/draft/QuestionAnchor.ts'
import type { TrialDraft } from './TrialDraft.ts'

/** `key` names a question to show; with `takesFocus` the keyboard goes there, or to the top of the page. */
type Place = { step: number; key?: string; takesFocus: boolean }

export function useTrialSteps(draft: TrialDraft, selected: string, screen: RefObject<HTMLElement | null>) {
  const pages = useSyncExternalStore(draft.watch, draft.pages)
  const stepOf = (key: string) => {
    const { form } = draft.state
    const section = (draft.state.instance(key)?.part ?? form.byId.get(key))?.section.id
    return pages.findIndex(({ sections }) => sections.some(({ id }) => id === section))
  }
  const [place, setPlace] = useState<Place>(() => ({
    step: Math.max(0, stepOf(selected)),
    key: selected,
    takesFocus: false,
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: only choosing something else leads to another page
  useEffect(() => {
    const step = stepOf(selected)
    if (step >= 0) setPlace({ step, key: selected, takesFocus: false })
  }, [selected])

  useEffect(() => {
    const box = screen.current
    if (!box) return
    if (place.key !== undefined) return whenInPage(box, place)
    const heading = box.querySelector<HTMLElement>('h2')
    if (heading && place.takesFocus) {
      reveal(box, heading)
      heading.focus({ preventScroll: true })
    }
  }, [place, screen])

  const step = Math.min(place.step, pages.length)
  return {
    step,
    pages,
    /** It tells rows which of them to open. */
    anchor: place.takesFocus && place.key !== undefined ? anchorOf(place.key) : '',
    turn: (by: 1 | -1) => setPlace({ step: step + by, takesFocus: true }),
    jump: (key: string) => setPlace({ step: Math.max(0, stepOf(key)), key, takesFocus: true }),
    restart: () => setPlace({ step: 0, takesFocus: true }),
  }
}

/** Shows a question. One that the keyboard goes to may first have to be drawn: the row in which it stands opens by and by. */
function whenInPage(box: HTMLElement, { key = '', takesFocus }: Place): (() => void) | undefined {
  function show(): boolean {
    const element = document.getElementById(anchorOf(key))
    if (!element) return false
    reveal(box, element)
    if (takesFocus) focusAnswer(element)
    return true
  }
  if (show() || !takesFocus) return undefined
  const observer = new MutationObserver(() => {
    if (show()) observer.disconnect()
  })
  observer.observe(box, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Scrolls within the phone, and leaves the page around it where it is; on a phone itself the page is what scrolls. */
function reveal(box: HTMLElement, element: HTMLElement): void {
  const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top
  if (getComputedStyle(box).overflowY === 'visible') element.scrollIntoView({ block: 'start' })
  else box.scrollTo({ top: box.scrollTop + top - 16 })
}
