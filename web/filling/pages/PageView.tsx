import { Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { focusAnswer, keyOfAnchor, type Page } from '../../answers/draft/pages.ts'
import { trackFocus } from '../../ui/keyboard.ts'
import styles from '../draft/FillingScreen.module.css'
import { scrollToTop, useStepArrival, useWantedAnchor, whenInPage } from './Anchors.tsx'
import { SectionView } from './SectionView.tsx'

/** The sections of one page. A link to a question moves the focus there. */
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
    const isStillThere = trackFocus()
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

const questions = ['a', 'b', 'c']

/** The layout of a form while it is looked up. */
export function FillingSkeleton() {
  return (
    <div className={styles.screen} aria-busy="true">
      <div className={styles.main}>
        <Skeleton height={28} width="60%" mb="md" />
        <Skeleton height={8} mb="xl" />
        {questions.map(key => (
          <div key={key}>
            <Skeleton height={24} width="80%" mb="sm" />
            <Skeleton height={56} mb="xl" />
          </div>
        ))}
      </div>
    </div>
  )
}
