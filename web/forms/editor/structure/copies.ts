/** Copies with ids of their own. What points from within a copy at something in it points at the copy; the rest stays as it was. */
import type { Element, Section } from '#shared/forms/definition.ts'
import { newId } from './newElements.ts'
import { renamed } from './renaming.ts'

export const copyOfElement = (element: Element): Element => copied([element])[0] ?? element

/** Copies of elements that stand together, so that they still refer to each other. */
export const copied = (elements: Element[]): Element[] => renamed(elements, freshIds(elements))

export function copyOfSection(section: Section): Section {
  const ids = freshIds(section.questions)
  return { ...renamed(section, ids), id: newId() }
}

/** A new id for each element, measure and trigger. */
function freshIds(elements: Element[]): Map<string, string> {
  const ids = new Map<string, string>()
  const each = (element: Element) => {
    ids.set(element.id, newId())
    if ('measures' in element) for (const { id } of element.measures ?? []) ids.set(id, newId())
    if ('triggers' in element) for (const { id } of element.triggers ?? []) ids.set(id, newId())
    if ('questions' in element) element.questions.forEach(each)
  }
  elements.forEach(each)
  return ids
}
