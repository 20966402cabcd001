import { useLocation } from '@tanstack/react-router'
import { startTransition, useEffect, useRef, useState } from 'react'
import type { Section } from '#shared/forms/definition.ts'
import { questionsOnce } from '#shared/forms/elements.ts'
import { FormText } from './FormText.tsx'
import { HintButton } from './HintButton.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import styles from './SectionView.module.css'
import { anchorOf } from './useJump.ts'

/** The means of answering comes before the buttons around it. */
function focusAnswer(question: HTMLElement): void {
  const wanted = ['input:not([type=file]), textarea', 'button:not([aria-haspopup])']
  const found = wanted.map(selector => question.querySelector<HTMLElement>(selector)).find(Boolean)
  found?.focus({ preventScroll: true })
}

/** More than a screen holds: of a very long section these are drawn first, and the rest while the person reads them. */
const firstQuestions = 20

/** The questions of one section. */
export function SectionView({ section }: { section: Section }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  const questions = questionsOnce(section.questions)
  const [isWhole, setWhole] = useState(hash !== '' || questions.length <= firstQuestions)
  useEffect(() => startTransition(() => setWhole(true)), [])

  useEffect(() => {
    const wanted = questionsOnce(section.questions).find(({ id }) => anchorOf(id) === hash)
    const element = wanted && document.getElementById(hash)
    if (element) {
      element.scrollIntoView({ block: 'start' })
      focusAnswer(element)
      return
    }
    // Whoever came by Next reads on from the top; whoever has just opened the page is left alone.
    if (document.activeElement !== document.body) heading.current?.focus({ preventScroll: true })
  }, [section, hash])

  return (
    <section aria-labelledby={`section-${section.id}`}>
      <div className={styles.head}>
        <h2 id={`section-${section.id}`} ref={heading} tabIndex={-1} className={styles.title}>
          <FormText text={section.title} />
        </h2>
        {section.hint && <HintButton about={section.title} hint={section.hint} />}
      </div>
      {questions.slice(0, isWhole ? undefined : firstQuestions).map(question => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </section>
  )
}
