/** Walks through the elements of a form in their order, at any depth. */
import type { Definition, Element, Repeat, Section } from './definition.ts'
import type { Picture } from './elementFields.ts'
import type { Question } from './questions.ts'

/** An element with its place. */
export type Placed<Part extends Element = Element> = {
  element: Part
  /** "sections.0.questions.2.questions.1" */
  path: string
  section: Section
  /** Repeats around it, the outermost first. */
  repeats: Repeat[]
}

/** Tells whether it holds an answer; instructions, groups and repeats do not. */
export const isQuestion = (element: Element): element is Question =>
  element.type !== 'instruction' && element.type !== 'group' && element.type !== 'repeat'

/** All elements of a form in its order, each before its children. */
export const placedElements = (definition: Definition): Placed[] =>
  definition.sections.flatMap((section, index) => within(section.questions, `sections.${index}`, section, []))

function within(elements: Element[], path: string, section: Section, repeats: Repeat[]): Placed[] {
  return elements.flatMap((element, index) => {
    const place = `${path}.questions.${index}`
    const placed = { element, path: place, section, repeats }
    if (element.type === 'group') return [placed, ...within(element.questions, place, section, repeats)]
    if (element.type === 'repeat') return [placed, ...within(element.questions, place, section, [...repeats, element])]
    return [placed]
  })
}

/** Elements below a list of elements, each before its children. */
export const allElements = (elements: readonly Element[]): Element[] =>
  elements.flatMap(element => ('questions' in element ? [element, ...allElements(element.questions)] : [element]))

/** Questions among elements, including those in groups and repeats. */
export const questionsIn = (elements: readonly Element[]): Question[] => allElements(elements).filter(isQuestion)

/** Questions that are asked once, including those in groups; those of repeats are asked per row. */
export const questionsOnce = (elements: readonly Element[]): Question[] =>
  elements.flatMap(element => {
    if (element.type === 'group') return questionsOnce(element.questions)
    return isQuestion(element) ? [element] : []
  })

/** All questions of a form, in its order. */
export const questionsOf = (definition: Definition): Question[] =>
  definition.sections.flatMap(({ questions }) => questionsIn(questions))

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

/** A copy of a definition in which each element, also in groups and repeats, is changed. */
export function withElements(definition: Definition, change: (element: Element) => Element): Definition {
  const each = (elements: Element[]): Element[] =>
    elements.map(element => {
      const changed = change(element)
      return 'questions' in changed ? { ...changed, questions: each(changed.questions) } : changed
    })
  const sections = definition.sections.map(section => ({ ...section, questions: each(section.questions) }))
  return { ...definition, sections }
}

/** Questions and other parts of a form, with those in groups and repeats: as many as an imported workbook has rows. */
export const maxElements = 5_000

/** Counts the parts of what may be a definition, before anything is known of it. */
export function countElements(definition: unknown): number {
  const open = [...listOf(definition, 'sections')]
  let count = 0
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const parts = listOf(part, 'questions')
    count += parts.length
    for (const one of parts) open.push(one)
  }
  return count
}

const listOf = (holder: unknown, name: string): unknown[] => {
  const list = typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list : []
}
