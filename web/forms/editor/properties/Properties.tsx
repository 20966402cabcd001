import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Definition, Instruction } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { useChangeElement, useFieldError, useShown } from '../EditingContext.tsx'
import { LogicProperties } from '../logic/LogicProperties.tsx'
import { findChoiceSet } from '../structure/choiceSets.ts'
import { patched } from '../structure/content.ts'
import { findElement, findSection } from '../structure/structure.ts'
import { ChoiceSetProperties } from './choices/ChoiceSetProperties.tsx'
import { unfoldAround } from './Fold.tsx'
import { FormProperties } from './FormProperties.tsx'
import { WordsField } from './fields.tsx'
import { GroupProperties } from './GroupProperties.tsx'
import { PictureField } from './PictureField.tsx'
import styles from './Properties.module.css'
import { QuestionProperties } from './QuestionProperties.tsx'
import { SectionProperties } from './SectionProperties.tsx'

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

// The keyboard stays where the eye is. A button that adds something takes it to what was added; one that is gone with
// what it removed, or can go no further, leaves it to the nearest one. For those who press with a finger or a mouse
// nothing moves.

const fields = 'input:enabled, textarea:enabled, select:enabled, [contenteditable="true"]'
const place = '[data-field]'

/** What was last at the keyboard, and the places around it by name, the innermost first. */
type Held = { element: Element; places: string[] }

/** The first thing to write or choose in a part of the properties, else the first to press. */
const firstField = (part: Element | null | undefined): HTMLElement | null | undefined =>
  part?.querySelector<HTMLElement>(fields) ?? part?.querySelector<HTMLElement>('button:enabled')

/** Keeps the focus in the properties below `root`, which the caller renders. */
function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  const held = useRef<Held | null>(null)
  /** A button pressed by keyboard: what there was to write around it. */
  const pressed = useRef<{ around: Element; known: Set<Element> } | null>(null)

  useEffect(() => {
    function focus({ target }: FocusEvent) {
      const isHere = target instanceof Element && root.current?.contains(target)
      held.current = isHere ? { element: target, places: placesAround(target) } : null
    }
    function press({ target, detail }: MouseEvent) {
      const button = target instanceof Element && root.current?.contains(target) ? target.closest('button') : null
      // A press of the keyboard has no pointer to count.
      if (detail > 0) held.current = null
      const around = button?.closest(place)
      pressed.current = detail === 0 && around ? { around, known: new Set(around.querySelectorAll(fields)) } : null
    }
    document.addEventListener('focusin', focus)
    document.addEventListener('click', press, true)
    return () => {
      document.removeEventListener('focusin', focus)
      document.removeEventListener('click', press, true)
    }
  }, [root])

  useLayoutEffect(() => {
    const [here, button] = [held.current, pressed.current]
    pressed.current = null
    const added = button && [...button.around.querySelectorAll<HTMLElement>(fields)].find(one => !button.known.has(one))
    if (added) return added.focus()
    if (!here || !root.current || isAtKeyboard(here.element)) return
    held.current = null
    nearest(here, root.current)?.focus()
  })
}

const isAtKeyboard = (element: Element) => element.isConnected && !element.matches(':disabled')

function nearest({ element, places }: Held, root: Element): HTMLElement | null | undefined {
  const beside = element.isConnected ? element.parentElement?.querySelector<HTMLElement>('button:enabled') : null
  if (beside) return beside
  const left = places.map(name => root.querySelector(`[data-field="${CSS.escape(name)}"]`)).find(part => part !== null)
  return firstField(left ?? root)
}

function placesAround(element: Element): string[] {
  const around = element.closest<HTMLElement>(place)
  if (!around) return []
  const { field = '' } = around.dataset
  return [field, ...(around.parentElement ? placesAround(around.parentElement) : [])]
}

const RichField = lazyPart(() => import('./text/RichField.tsx').then(part => part.RichField))

/** The properties of an instruction: a heading, and a formatted text. */
function InstructionProperties({ instruction }: { instruction: Instruction }) {
  const { t } = useTranslation()
  const change = useChangeElement(instruction)
  const errorAt = useFieldError(instruction.id)
  return (
    <>
      <WordsField
        label={t('formProperties.heading')}
        field="label"
        text={instruction.label}
        error={errorAt('label')}
        onChange={(label = {}) => change(before => ({ ...before, label }), 'label')}
      />
      <RichField
        label={t('formProperties.body')}
        field="body"
        text={instruction.body}
        error={errorAt('body')}
        onChange={body => change(before => patched(before, { body }), 'body')}
      />
      <PictureField
        label={t('forms.types.instruction')}
        field="picture"
        picture={instruction.picture}
        error={errorAt('picture.description')}
        onChange={(picture, field) => change(before => patched(before, { picture }), field)}
      />
      <LogicProperties element={instruction} />
    </>
  )
}
