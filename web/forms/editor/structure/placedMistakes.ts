/** Mistakes by the element that they are in, as the editor shows and finds them. */
import type { Definition, Element } from '#shared/forms/definition.ts'
import type { FaultValues } from '#shared/forms/expressions/tokens.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import type { MistakeCode } from '#shared/forms/mistakes/structureMistakes.ts'
import type { Selection } from './editing.ts'
import type { Container } from './structure.ts'

export type PlacedMistake = {
  element: Selection
  /** The place within the element: "choices.1.label"; empty for the element as a whole. */
  field: string
  code: MistakeCode
  /** What the words need, and the place in the text of an expression. */
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
