/** Walking through a form: its elements in their order, whatever they stand in. */
import type { Definition, Element, Repeat, Section } from './definition.ts'
import type { Question } from './questions.ts'

/** An element where it stands. */
export type Placed<Part extends Element = Element> = {
  element: Part
  /** "sections.0.questions.2.questions.1" */
  path: string
  section: Section
  /** The repeats around it, the outermost first. */
  repeats: Repeat[]
}

/** Whether it holds an answer; the others are instructions, groups and repeats. */
export const isQuestion = (element: Element): element is Question =>
  element.type !== 'instruction' && element.type !== 'group' && element.type !== 'repeat'

/** All elements of a form in its order, each before what it contains. */
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

/** The elements below a list of elements, each before what it contains. */
export const allElements = (elements: readonly Element[]): Element[] =>
  elements.flatMap(element => ('questions' in element ? [element, ...allElements(element.questions)] : [element]))

/** The questions among elements, and in the groups and repeats among them. */
export const questionsIn = (elements: readonly Element[]): Question[] => allElements(elements).filter(isQuestion)

/** The questions among elements that are asked once, also in groups; those of repeats are asked for each row. */
export const questionsOnce = (elements: readonly Element[]): Question[] =>
  elements.flatMap(element => {
    if (element.type === 'group') return questionsOnce(element.questions)
    return isQuestion(element) ? [element] : []
  })

/** All questions of a form, in its order. */
export const questionsOf = (definition: Definition): Question[] =>
  definition.sections.flatMap(({ questions }) => questionsIn(questions))
