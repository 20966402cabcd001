import type { Definition, Element } from './definition.ts'
import type { Picture } from './elementFields.ts'
import { allElements } from './elements.ts'

const ofElement = (element: Element): (Picture | undefined)[] => [
  element.picture,
  ...('choices' in element ? element.choices.map(({ picture }) => picture) : []),
]

/** Files of all pictures of a form, each once. A picture that was imported by name alone has none. */
export function picturesOf({ sections, choice_sets = [] }: Definition): string[] {
  const pictures = [
    ...sections.flatMap(({ questions }) => allElements(questions).flatMap(ofElement)),
    ...choice_sets.flatMap(({ choices }) => choices.map(({ picture }) => picture)),
  ]
  return [...new Set(pictures.flatMap(picture => picture?.uuid ?? []))]
}
