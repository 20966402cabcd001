/**
 * The state of the editor: what the form is now, the way back to every step of this session, and where the person is.
 * All changes are functions from one content to the next; contents share what they have in common, so that a long
 * history costs little.
 */

import type { Definition, Element } from '#shared/forms/definition.ts'
import type { FaultValues } from '#shared/forms/expressions/tokens.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import type { MistakeCode } from '#shared/forms/mistakes/structureMistakes.ts'
import type { Locale } from '#shared/lib/language.ts'
import { withRememberedTexts } from '../translations/translatable.ts'
import { findChoiceSet } from './choiceSets.ts'
import type { FormContent } from './content.ts'
import { type Container, findElement, findSection } from './structure.ts'

/** The form as a whole, a section or an element of it, by its id. */
export type Selection = 'form' | (string & {})

type Step = { content: FormContent; selected: Selection }

export type Editing = {
  content: FormContent
  past: readonly Step[]
  future: readonly Step[]
  /** The field and time of the last typing: typing there shortly after is the same step. */
  typing: { field: string; at: number } | null
  selected: Selection
  /** The element that was just added and not left yet; its mistakes are not shown yet. */
  fresh: string | null
  /** The field of the properties that the keyboard is to go to; a new object for each wish. */
  focus: { field: string } | null
  /** The last action, for screen readers. */
  said: string
  /** The language in which texts are read and written. */
  language: Locale
}

export type EditingAction =
  | {
      type: 'changed'
      change: (content: FormContent) => FormContent
      /** The field that was typed into, and the time. */
      typing?: { field: string; at: number }
      /** The selection afterwards. */
      select?: Selection | undefined
      isNew?: boolean
      focus?: string
      said?: string
    }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'selected'; selected: Selection; focus?: string }
  | { type: 'languageChosen'; language: Locale }
  /** Changes of others go into every step, so that undoing one's own change does not undo theirs. */
  | { type: 'overtaken'; merge: (content: FormContent) => FormContent }
  /** My version wins; undo leads past theirs. */
  | { type: 'mineKept'; theirs: FormContent }

const sameStepMs = 1500

export const beginEditing = (content: FormContent, language: Locale): Editing => ({
  content,
  past: [],
  future: [],
  typing: null,
  selected: 'form',
  fresh: null,
  focus: null,
  said: '',
  language,
})

export function editing(state: Editing, action: EditingAction): Editing {
  switch (action.type) {
    case 'changed':
      return changed(state, action)
    case 'undone':
      return travelled(state, state.past.at(-1), {
        past: state.past.slice(0, -1),
        future: [stepOf(state), ...state.future],
      })
    case 'redone':
      return travelled(state, state.future[0], {
        past: [...state.past, stepOf(state)],
        future: state.future.slice(1),
      })
    case 'selected':
      return {
        ...state,
        selected: action.selected,
        fresh: state.fresh === action.selected ? state.fresh : null,
        focus: action.focus === undefined ? null : { field: action.focus },
        typing: null,
      }
    case 'languageChosen':
      return { ...state, language: action.language, typing: null }
    case 'overtaken': {
      const merged = (step: Step): Step => ({ ...step, content: action.merge(step.content) })
      const content = action.merge(state.content)
      return {
        ...state,
        content,
        past: state.past.map(merged),
        future: state.future.map(merged),
        selected: selectionIn(content, state.selected),
      }
    }
    case 'mineKept':
      return { ...state, past: [...state.past, { content: action.theirs, selected: 'form' }], typing: null }
  }
}

function changed(state: Editing, action: Extract<EditingAction, { type: 'changed' }>): Editing {
  const { change, typing, select, isNew, focus, said = '' } = action
  const next = change(state.content)
  if (next === state.content) return state
  const definition = withRememberedTexts(state.content.definition, next.definition)
  const content = definition === next.definition ? next : { ...next, definition }
  const before = state.typing
  const isSameStep =
    typing !== undefined &&
    before?.field === typing.field &&
    typing.at - before.at < sameStepMs &&
    state.past.length > 0
  const selected = select ?? state.selected
  return {
    ...state,
    content,
    past: isSameStep ? state.past : [...state.past, stepOf(state)],
    future: [],
    typing: typing ?? null,
    selected: selectionIn(content, selected),
    fresh: isNew ? selected : state.fresh === selected ? state.fresh : null,
    focus: focus === undefined ? state.focus : { field: focus },
    said,
  }
}

const stepOf = ({ content, selected }: Editing): Step => ({ content, selected })

function travelled(state: Editing, step: Step | undefined, way: Pick<Editing, 'past' | 'future'>): Editing {
  if (!step) return state
  return {
    ...state,
    ...way,
    content: step.content,
    selected: selectionIn(step.content, step.selected),
    fresh: null,
    focus: null,
    said: '',
    typing: null,
  }
}

const selectionIn = ({ definition }: FormContent, selected: Selection): Selection =>
  findSection(definition, selected) || findElement(definition, selected) || findChoiceSet(definition, selected)
    ? selected
    : 'form'

// Mistakes by the element that they are in, as the editor shows and finds them.

export type PlacedMistake = {
  element: Selection
  /** The place within the element: "choices.1.label"; empty for the element as a whole. */
  field: string
  code: MistakeCode
  /** Values of its message, and the position in the text of an expression. */
  values?: FaultValues
  at?: number
}

/** All mistakes of a form, in its order. */
export const placedMistakes = (definition: Definition): PlacedMistake[] =>
  mistakesIn(definition).map(({ path, code, values, at }) => ({
    ...placeOf(definition, path),
    code,
    ...(values && { values }),
    ...(at !== undefined && { at }),
  }))

/** Follows a path down to the innermost element on it; what is left of the path is the field. */
function placeOf(definition: Definition, path: string): Pick<PlacedMistake, 'element' | 'field'> {
  const [, number, rest = ''] = /^sections\.(\d+)\.?(.*)$/.exec(path) ?? []
  const section = number === undefined ? undefined : definition.sections[Number(number)]
  if (section) return innermost(section, rest)
  const [, setNumber, field = ''] = /^choice_sets\.(\d+)\.?(.*)$/.exec(path) ?? []
  const set = setNumber === undefined ? undefined : definition.choice_sets?.[Number(setNumber)]
  return set ? { element: set.id, field } : { element: 'form', field: path }
}

function innermost(container: Container | Element, path: string): Pick<PlacedMistake, 'element' | 'field'> {
  const [, number, rest = ''] = /^questions\.(\d+)\.?(.*)$/.exec(path) ?? []
  const child = number !== undefined && 'questions' in container ? container.questions[Number(number)] : undefined
  return child ? innermost(child, rest) : { element: container.id, field: path }
}
