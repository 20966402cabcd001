import { useEffect, useRef } from 'react'
import { useShown } from '../EditingContext.tsx'
import { findQuestion, findSection } from '../structure.ts'
import { FormProperties } from './FormProperties.tsx'
import styles from './Properties.module.css'
import { QuestionProperties } from './QuestionProperties.tsx'
import { SectionProperties } from './SectionProperties.tsx'

const fields = 'input:enabled, textarea:enabled, select:enabled, button:enabled'

/** What can be said about the form, the section or the question that is chosen. */
export function Properties() {
  const { state } = useShown()
  const root = useRef<HTMLDivElement>(null)
  const { focus, selected } = state

  useEffect(() => {
    if (!focus) return
    const place = focus.field && root.current?.querySelector(`[data-field="${focus.field}"]`)
    const field = (place || root.current)?.querySelector<HTMLElement>(fields)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  }, [focus])

  const { definition } = state.content
  const question = findQuestion(definition, selected)
  const section = question ? undefined : findSection(definition, selected)
  return (
    <div ref={root} className={styles.properties} key={selected}>
      {question && <QuestionProperties question={question} />}
      {section && <SectionProperties section={section} />}
      {!question && !section && <FormProperties />}
    </div>
  )
}
