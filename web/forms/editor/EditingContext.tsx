import { createContext, type Dispatch, type ReactNode, use, useContext, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Definition, Element, Section } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../lib/format.ts'
import type { FormContent } from './structure/content.ts'
import type { Editing, EditingAction, PlacedMistake, Selection } from './structure/editing.ts'
import {
  changeElement,
  changeSection,
  type ElementPlace,
  findElement,
  findSection,
  placeOf,
  sectionIndex,
} from './structure/structure.ts'

type Change = Extract<EditingAction, { type: 'changed' }>
type Rest = Omit<Change, 'type' | 'change' | 'typing'>

/** What never changes while the form is open. */
type Ways = {
  dispatch: Dispatch<EditingAction>
  /** Goes to an element, and to one of its fields if one is named. */
  goTo: (selected: Selection, field?: string) => void
  /** Offers what can be put there from the library or another form. */
  insertAt: (place: ElementPlace) => void
}
/** What changes with every key. */
type Shown = { state: Editing; mistakes: PlacedMistake[] }

const WaysContext = createContext<Ways | null>(null)
const ShownContext = createContext<Shown | null>(null)

type Props = { ways: Ways; shown: Shown; children: ReactNode }

export function EditingProvider({ ways, shown, children }: Props) {
  const { content, language } = shown.state
  const { definition } = content
  const reading = useMemo(() => ({ definition, language }), [definition, language])
  return (
    <WaysContext value={ways}>
      <ShownContext value={shown}>
        <ReadingContext value={reading}>{children}</ReadingContext>
      </ShownContext>
    </WaysContext>
  )
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('No form is being edited here')
  return value
}

/** How to change the form and move about in it. */
export const useWays = () => present(useContext(WaysContext))

/** Everything about the form as it is edited; renders again with every key. */
export const useShown = () => present(useContext(ShownContext))

/**
 * The form as the canvas shows it: it follows typing when there is time, so that the keys come first, and all else at
 * once.
 */
export function useFollowed(): FormContent {
  const { content, typing } = useShown().state
  const deferred = useDeferredValue(content)
  return typing ? deferred : content
}

/** Changes the form. Further typing into the same `field` shortly after is one step of the history. */
export function useChange() {
  const { dispatch } = useWays()
  return (change: Change['change'], field?: string, rest: Rest = {}) =>
    dispatch({ type: 'changed', change, ...rest, ...(field && { typing: { field, at: Date.now() } }) })
}

/** Changes the form itself, without the texts around it. */
export function useChangeDefinition() {
  const change = useChange()
  return (edit: (definition: FormContent['definition']) => FormContent['definition'], field?: string, rest?: Rest) =>
    change(
      content => {
        const definition = edit(content.definition)
        return definition === content.definition ? content : { ...content, definition }
      },
      field,
      rest,
    )
}

type ChangeElement<Kind extends Element = Element> = (edit: (element: Kind) => Kind, field?: string) => void

/** Changes one question, instruction, group or repeat. */
export function useChangeElement<Kind extends Element>({ id }: Kind): ChangeElement<Kind> {
  const change = useChangeDefinition()
  return (edit, field) =>
    change(definition => changeElement(definition, id, element => edit(element as Kind)), field && `${id} ${field}`)
}

/** Changes one section. */
export function useChangeSection({ id }: Section) {
  const change = useChangeDefinition()
  return (edit: (section: Section) => Section, field?: string) =>
    change(definition => changeSection(definition, id, edit), field && `${id} ${field}`)
}

/** A form as it is read, and the language in which its texts are read. */
export type Reading = { definition: Definition; language: Locale }

export const ReadingContext = createContext<Reading | null>(null)

/**
 * A reading in place of a later one which says the same here, so that nothing below draws again for the later one.
 * Another provider of the same context would not do, since React draws everything below a provider.
 */
export const HeldReadingContext = createContext<Reading | null>(null)

/** The form that is read here: in the canvas it follows typing when there is time, elsewhere it is what was typed. */
export function useReading(): Reading {
  const reading = use(HeldReadingContext) ?? use(ReadingContext)
  if (!reading) throw new Error('No form is read here')
  return reading
}

/**
 * The mistake at a field of an element, as text; undefined without one, or while the element is still being written.
 */
export function useFieldError(element: Selection): (field: string) => string | undefined {
  const { t } = useTranslation()
  const { state, mistakes } = useShown()
  return field => {
    if (state.fresh === element) return undefined
    const found = mistakes.filter(mistake => mistake.element === element && mistake.field === field)
    return found.map(({ code, values = {} }) => t(`problem.field.${code}`, values)).join(' ') || undefined
  }
}

/**
 * What people call a part of the form: by its words in the language that is written; by its number while it has none.
 */
export function useElementNames(): (id: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const { definition, language } = useReading()
  return id => {
    const element = findElement(definition, id)
    const text = element?.label ?? findSection(definition, id)?.title
    const number = (placeOf(definition, id)?.index ?? sectionIndex(definition, id)) + 1
    return (
      textIn(text, language, definition.default_language).text ||
      t(element ? 'formEditor.namelessQuestion' : 'formEditor.namelessSection', { number: format.number(number) })
    )
  }
}
