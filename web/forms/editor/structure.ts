/** Changes to the order and number of sections and questions. Each gives a new definition and leaves the old one as it was. */
import type { Definition, Section } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { copyOfQuestion, copyOfSection } from './newElements.ts'

export type Direction = -1 | 1

/** Where a question stands. */
export type QuestionPlace = { section: number; question: number }

export const sectionIndex = ({ sections }: Definition, id: string) => sections.findIndex(section => section.id === id)

/** The place of a question; undefined for anything else. */
export function placeOfQuestion({ sections }: Definition, id: string): QuestionPlace | undefined {
  for (const [section, { questions }] of sections.entries()) {
    const question = questions.findIndex(one => one.id === id)
    if (question >= 0) return { section, question }
  }
}

export const findSection = ({ sections }: Definition, id: string): Section | undefined =>
  sections.find(section => section.id === id)

export const findQuestion = ({ sections }: Definition, id: string): Question | undefined =>
  sections.flatMap(({ questions }) => questions.filter(isQuestion)).find(question => question.id === id)

const withSections = (definition: Definition, sections: Section[]): Definition => ({ ...definition, sections })

/** Changes one section. */
export const changeSection = (definition: Definition, id: string, change: (section: Section) => Section) =>
  withSections(
    definition,
    definition.sections.map(section => (section.id === id ? change(section) : section)),
  )

/** Changes one question, wherever it is. */
export const changeQuestion = (definition: Definition, id: string, change: (question: Question) => Question) =>
  withSections(
    definition,
    definition.sections.map(section =>
      section.questions.some(question => question.id === id)
        ? {
            ...section,
            questions: section.questions.map(one => (one.id === id && isQuestion(one) ? change(one) : one)),
          }
        : section,
    ),
  )

/** Puts a section after another, or at the end. */
export function addSection(definition: Definition, section: Section, after?: string): Definition {
  const index = after === undefined ? -1 : sectionIndex(definition, after)
  return withSections(
    definition,
    definition.sections.toSpliced(index < 0 ? definition.sections.length : index + 1, 0, section),
  )
}

/** Puts a question at a place of a section. */
export const addQuestion = (definition: Definition, sectionId: string, index: number, question: Question): Definition =>
  changeSection(definition, sectionId, section => ({
    ...section,
    questions: section.questions.toSpliced(index, 0, question),
  }))

/** Takes a section with all that is in it, or a question, out of the form. */
export const removeElement = (definition: Definition, id: string): Definition =>
  withSections(
    definition,
    definition.sections
      .filter(section => section.id !== id)
      .map(section =>
        section.questions.some(question => question.id === id)
          ? { ...section, questions: section.questions.filter(question => question.id !== id) }
          : section,
      ),
  )

/** Puts a copy right after a section or a question; undefined when there is none by that id. */
export function duplicateElement(
  definition: Definition,
  id: string,
): { definition: Definition; id: string } | undefined {
  const section = findSection(definition, id)
  if (section) {
    const copy = copyOfSection(section)
    return { definition: addSection(definition, copy, id), id: copy.id }
  }
  const place = placeOfQuestion(definition, id)
  const [parent, question] = [definition.sections[place?.section ?? -1], findQuestion(definition, id)]
  if (!place || !parent || !question) return undefined
  const copy = copyOfQuestion(question)
  return { definition: addQuestion(definition, parent.id, place.question + 1, copy), id: copy.id }
}

/** Moves a section or a question by one; a question at the edge of its section goes on into the next one. The same definition at the end of the way. */
export function moveElement(definition: Definition, id: string, by: Direction): Definition {
  const index = sectionIndex(definition, id)
  if (index >= 0) return withSections(definition, swapped(definition.sections, index, by))
  const place = placeOfQuestion(definition, id)
  const [parent, question] = [definition.sections[place?.section ?? -1], findQuestion(definition, id)]
  if (!place || !parent || !question) return definition
  const to = place.question + by
  if (to >= 0 && to < parent.questions.length)
    return changeSection(definition, parent.id, section => ({
      ...section,
      questions: swapped(section.questions, place.question, by),
    }))
  const neighbour = definition.sections[place.section + by]
  if (!neighbour) return definition
  const edge = by === 1 ? 0 : neighbour.questions.length
  return addQuestion(removeElement(definition, id), neighbour.id, edge, question)
}

/** Whether there is anywhere to go in that direction. */
export function canMove(definition: Definition, id: string, by: Direction): boolean {
  const { sections } = definition
  const index = sectionIndex(definition, id)
  if (index >= 0) return sections[index + by] !== undefined
  const place = placeOfQuestion(definition, id)
  if (!place) return false
  return (
    sections[place.section]?.questions[place.question + by] !== undefined || sections[place.section + by] !== undefined
  )
}

function swapped<Item>(items: Item[], index: number, by: Direction): Item[] {
  const [item, other] = [items[index], items[index + by]]
  return item === undefined || other === undefined ? items : items.with(index, other).with(index + by, item)
}

/** What a person is at after an element is gone: the one that took its place, else the one before, else the section or the form. */
export function neighbourOf(definition: Definition, id: string): string | undefined {
  const { sections } = definition
  const index = sectionIndex(definition, id)
  if (index >= 0) return (sections[index + 1] ?? sections[index - 1])?.id
  const place = placeOfQuestion(definition, id)
  const parent = sections[place?.section ?? -1]
  if (!place || !parent) return undefined
  return (parent.questions[place.question + 1] ?? parent.questions[place.question - 1] ?? parent).id
}
