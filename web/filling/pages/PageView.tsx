import { useEffect, useRef } from 'react'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { focusAnswer, keyOfAnchor, type Page } from '../../answers/draft/pages.ts'
import { keyboardStays } from '../../ui/keyboard/keyboardStays.ts'
import { useStepArrival } from '../draft/StepArrival.tsx'
import { SectionView } from './SectionView.tsx'
import { scrollToTop } from './scrollToTop.ts'
import { useWantedAnchor } from './WantedAnchor.tsx'
import { whenInPage } from './whenInPage.ts'

/** The sections of one page. Whoever comes by a link to a question finds themselves there. */
export function PageView({ page }: { page: Page }) {
  const draft = useDraft()
  const box = useRef<HTMLDivElement>(null)
  const led = useRef('')
  const hash = useWantedAnchor()
  const wanted = keyOfAnchor(hash)
  const arriveAt = useStepArrival()

  useEffect(() => {
    const section = wanted && draft.state.instance(wanted)?.part.section
    const isHere = section && page.sections.some(({ id }) => id === section.id)
    if (!isHere) return arriveAt(box.current?.querySelector<HTMLElement>('h2'))
    // Once: answers that bring up others in the page take nobody back.
    if (led.current === hash) return
    const isStillThere = keyboardStays()
    return whenInPage(hash, element => {
      led.current = hash
      if (!isStillThere()) return
      scrollToTop(element)
      focusAnswer(element)
    })
  }, [draft, page, hash, wanted, arriveAt])

  return (
    <div ref={box}>
      {page.sections.map(section => (
        <SectionView key={section.id} section={section} isWhole={wanted !== undefined} />
      ))}
    </div>
  )
}
