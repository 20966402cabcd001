import { useEffect, useRef } from 'react'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import type { Page } from '../../answers/draft/pages.ts'
import { focusAnswer, keyOfAnchor } from '../../answers/draft/QuestionAnchor.ts'
import { SectionView } from './SectionView.tsx'
import { scrollToTop } from './scrollToTop.ts'
import { useWantedAnchor } from './WantedAnchor.tsx'
import { whenInPage } from './whenInPage.ts'

/** The sections of one page. Whoever comes by a link to a question finds themselves there. */
export function PageView({ page }: { page: Page }) {
  const draft = useDraft()
  const box = useRef<HTMLDivElement>(null)
  const hash = useWantedAnchor()
  const wanted = keyOfAnchor(hash)

  useEffect(() => {
    const section = wanted && draft.state.instance(wanted)?.part.section
    const isHere = section && page.sections.some(({ id }) => id === section.id)
    if (isHere)
      return whenInPage(hash, element => {
        scrollToTop(element)
        focusAnswer(element)
      })
    // Whoever came by Next reads on from the top; whoever has just opened the page is left alone.
    const heading = box.current?.querySelector<HTMLElement>('h2')
    if (document.activeElement !== document.body) heading?.focus({ preventScroll: true })
  }, [draft, page, hash, wanted])

  return (
    <div ref={box}>
      {page.sections.map(section => (
        <SectionView key={section.id} section={section} isWhole={wanted !== undefined} />
      ))}
    </div>
  )
}
