import { useEffect, useRef } from 'react'
import type { Definition } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import { useShown } from '../EditingContext.tsx'
import { findChoiceSet } from '../structure/choiceSets.ts'
import { findElement, findSection } from '../structure/structure.ts'
import { ChoiceSetProperties } from './choices/ChoiceSetProperties.tsx'
import { unfoldAround } from './Fold.tsx'
import { FormProperties } from './FormProperties.tsx'
import { GroupProperties } from './GroupProperties.tsx'
import { InstructionProperties } from './InstructionProperties.tsx'
import styles from './Properties.module.css'
import { QuestionProperties } from './QuestionProperties.tsx'
import { SectionProperties } from './SectionProperties.tsx'
import { firstField, useKeptFocus } from './useKeptFocus.ts'

/** What can be said about the form, or about the part of it that is chosen. */
export function Properties() {
  const { state } = useShown()
  const root = useRef<HTMLDivElement>(null)
  const { focus, selected } = state
  useKeptFocus(root)

  useEffect(() => {
    if (!focus) return
    const place = focus.field && root.current?.querySelector(`[data-field="${focus.field}"]`)
    const around = place || root.current
    // What can be written comes before what takes it away.
    const field = firstField(around)
    unfoldAround(field)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  }, [focus])

  return (
    <div ref={root} className={styles.properties} key={selected}>
      <PropertiesOf definition={state.content.definition} selected={selected} />
    </div>
  )
}

function PropertiesOf({ definition, selected }: { definition: Definition; selected: string }) {
  const element = findElement(definition, selected)
  if (element && isQuestion(element)) return <QuestionProperties question={element} />
  if (element?.type === 'instruction') return <InstructionProperties instruction={element} />
  if (element) return <GroupProperties element={element} />
  const section = findSection(definition, selected)
  if (section) return <SectionProperties section={section} />
  const set = findChoiceSet(definition, selected)
  return set ? <ChoiceSetProperties set={set} /> : <FormProperties />
}
