/**
 * Changes of the order and number of sections and elements at any depth. Each returns a new definition, which shares
 * all unchanged parts with the old one.
 */
import type { Definition, Element, Group, Repeat, Section } from '#shared/forms/definition.ts'
import { copyOfElement, copyOfSection } from './newElements.ts'

export type Direction = -1 | 1

/** A section, group or repeat that holds elements. */
export type Container = Section | Group | Repeat

/** The position of an element: its section, group or repeat, and its index there. */
export type ElementPlace = { parent: string; index: number }

export const holdsElements = (element: Element): element is Group | Repeat =>
  element.type === 'group' || element.type === 'repeat'

export const sectionIndex = ({ sections }: Definition, id: string) => sections.findIndex(section => section.id === id)

export const findSection = ({ sections }: Definition, id: string): Section | undefined =>
  sections.find(section => section.id === id)

/** A question, instruction, group or repeat; undefined for anything else. */
export const findElement = (definition: Definition, id: string): Element | undefined => {
  const place = placeOf(definition, id)
  return place && findContainer(definition, place.parent)?.questions[place.index]
}

/** A section, group or repeat. */
export function findContainer({ sections }: Definition, id: string): Container | undefined {
  const within = (containers: Container[]): Container | undefined => {
    for (const container of containers) {
      const found = container.id === id ? container : within(container.questions.filter(holdsElements))
      if (found) return found
    }
  }
  return within(sections)
}

/** The place of an element; undefined for anything else. */
export function placeOf({ sections }: Definition, id: string): ElementPlace | undefined {
  const within = (container: Container): ElementPlace | undefined => {
    const index = container.questions.findIndex(one => one.id === id)
    if (index >= 0) return { parent: container.id, index }
    for (const element of container.questions) {
      const found = holdsElements(element) ? within(element) : undefined
      if (found) return found
    }
  }
  for (const section of sections) {
    const found = within(section)
    if (found) return found
  }
}

/** The repeats around an element, the outermost first. */
export function repeatsAround(definition: Definition, id: string): Repeat[] {
  const place = placeOf(definition, id)
  const parent = place && findElement(definition, place.parent)
  if (!parent) return []
  const further = repeatsAround(definition, parent.id)
  return parent.type === 'repeat' ? [...further, parent] : further
}

const withSections = (definition: Definition, sections: Section[]): Definition => ({ ...definition, sections })

/** Changes the elements of one section, group or repeat. */
function changeElements(definition: Definition, parent: string, edit: (elements: Element[]) => Element[]): Definition {
  const changed = <Part extends Container>(container: Part): Part => {
    const { questions } = container
    const next =
      container.id === parent
        ? edit(questions)
        : questions.map(element => (holdsElements(element) ? changed(element) : element))
    return next.length === questions.length && next.every((element, index) => element === questions[index])
      ? container
      : { ...container, questions: next }
  }
  return withSections(definition, definition.sections.map(changed))
}

/** Changes one section. */
export const changeSection = (definition: Definition, id: string, change: (section: Section) => Section) =>
  withSections(
    definition,
    definition.sections.map(section => (section.id === id ? change(section) : section)),
  )

/** Changes one element, wherever it is. */
export function changeElement(definition: Definition, id: string, change: (element: Element) => Element): Definition {
  const place = placeOf(definition, id)
  if (!place) return definition
  return changeElements(definition, place.parent, elements =>
    elements.map((element, index) => (index === place.index ? change(element) : element)),
  )
}

/** Puts a section after another, or at the end. */
export function addSection(definition: Definition, section: Section, after?: string): Definition {
  const index = after === undefined ? -1 : sectionIndex(definition, after)
  return withSections(
    definition,
    definition.sections.toSpliced(index < 0 ? definition.sections.length : index + 1, 0, section),
  )
}

/** Puts elements at a place of a section, group or repeat. */
export const addElements = (definition: Definition, { parent, index }: ElementPlace, added: Element[]): Definition =>
  changeElements(definition, parent, elements => elements.toSpliced(index, 0, ...added))

/** Takes a section or an element, with all that is in it, out of the form. */
export function removeElement(definition: Definition, id: string): Definition {
  if (sectionIndex(definition, id) >= 0)
    return withSections(
      definition,
      definition.sections.filter(section => section.id !== id),
    )
  const place = placeOf(definition, id)
  return place ? changeElements(definition, place.parent, elements => elements.toSpliced(place.index, 1)) : definition
}

/** Puts a copy right after a section or an element; undefined when there is none by that id. */
export function duplicateElement(
  definition: Definition,
  id: string,
): { definition: Definition; id: string } | undefined {
  const section = findSection(definition, id)
  if (section) {
    const copy = copyOfSection(section)
    return { definition: addSection(definition, copy, id), id: copy.id }
  }
  const place = placeOf(definition, id)
  const element = findElement(definition, id)
  if (!place || !element) return undefined
  const copy = copyOfElement(element)
  return { definition: addElements(definition, { ...place, index: place.index + 1 }, [copy]), id: copy.id }
}

/**
 * Puts an element at another place, which is counted without it. The same definition where it cannot go: into itself,
 * or nowhere.
 */
export function placeElement(definition: Definition, id: string, to: ElementPlace): Definition {
  const element = findElement(definition, id)
  if (!element) return definition
  const without = removeElement(definition, id)
  return findContainer(without, to.parent) ? addElements(without, to, [element]) : definition
}

/**
 * What a person is at after an element is gone: the one that took its place, else the one before, else what it stood
 * in.
 */
export function neighbourOf(definition: Definition, id: string): string | undefined {
  const { sections } = definition
  const index = sectionIndex(definition, id)
  if (index >= 0) return (sections[index + 1] ?? sections[index - 1])?.id
  const place = placeOf(definition, id)
  const siblings = (place && findContainer(definition, place.parent)?.questions) ?? []
  return place && ((siblings[place.index + 1] ?? siblings[place.index - 1])?.id ?? place.parent)
}

/** Puts a section where another stands; places are counted with the section where it still is. */
export function placeSection(definition: Definition, id: string, to: number): Definition {
  const { sections } = definition
  const from = sections.findIndex(section => section.id === id)
  const section = sections[from]
  const index = to > from ? to - 1 : to
  if (!section || index === from) return definition
  return { ...definition, sections: sections.toSpliced(from, 1).toSpliced(index, 0, section) }
}

// Moving by one step, as the keyboard does it: past the next element, into a group or repeat, out of it, and on into
// the next section.

/** Moves a section or an element by one. The same definition at the end of the way. */
export function moveElement(definition: Definition, id: string, by: Direction): Definition {
  const { sections } = definition
  const index = sectionIndex(definition, id)
  if (index < 0) {
    const to = nextPlace(definition, id, by)
    return to ? placeElement(definition, id, to) : definition
  }
  const [section, other] = [sections[index], sections[index + by]]
  if (!section || !other) return definition
  return { ...definition, sections: sections.with(index, other).with(index + by, section) }
}

/** Whether there is anywhere to go in that direction. */
export function canMove(definition: Definition, id: string, by: Direction): boolean {
  const index = sectionIndex(definition, id)
  if (index >= 0) return definition.sections[index + by] !== undefined
  return nextPlace(definition, id, by) !== undefined
}

/** Where one step leads, counted without the element itself. */
function nextPlace(definition: Definition, id: string, by: Direction): ElementPlace | undefined {
  const place = placeOf(definition, id)
  const parent = place && findContainer(definition, place.parent)
  if (!place || !parent) return undefined
  const neighbour = parent.questions[place.index + by]
  if (neighbour && holdsElements(neighbour))
    return { parent: neighbour.id, index: by === 1 ? 0 : neighbour.questions.length }
  if (neighbour) return { parent: parent.id, index: place.index + by }
  const around = placeOf(definition, parent.id)
  if (around) return { parent: around.parent, index: around.index + (by === 1 ? 1 : 0) }
  const section = definition.sections[sectionIndex(definition, parent.id) + by]
  return section && { parent: section.id, index: by === 1 ? 0 : section.questions.length }
}
