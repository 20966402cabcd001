/** Mistakes by the element that they are in, as the editor shows and finds them. */
import type { Definition } from '#shared/forms/definition.ts'
import { type MistakeCode, mistakesIn } from '#shared/forms/mistakes.ts'
import type { Selection } from './editing.ts'

export type PlacedMistake = {
  element: Selection
  /** The place within the element: "choices.1.label"; empty for the element as a whole. */
  field: string
  code: MistakeCode
}

/** All mistakes of a form, in its order. */
export const placedMistakes = (definition: Definition): PlacedMistake[] =>
  mistakesIn(definition).map(({ path, code }) => ({ ...placeOf(definition, path), code }))

function placeOf({ sections }: Definition, path: string): Pick<PlacedMistake, 'element' | 'field'> {
  const [, section, , question, field] =
    /^sections\.(\d+)(\.questions\.(\d+))?\.?(.*)$/.exec(path) ?? ([] as (string | undefined)[])
  const parent = section === undefined ? undefined : sections[Number(section)]
  if (!parent) return { element: 'form', field: path }
  const child = question === undefined ? undefined : parent.questions[Number(question)]
  return { element: (child ?? parent).id, field: field ?? '' }
}
