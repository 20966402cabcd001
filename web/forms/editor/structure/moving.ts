/** Moving by one step, as the keyboard does it: past the next element, into a group or repeat, out of it, and on into the next section. */
import type { Definition } from '#shared/forms/definition.ts'
import {
  type Direction,
  type ElementPlace,
  findContainer,
  holdsElements,
  placeElement,
  placeOf,
  sectionIndex,
} from './structure.ts'

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
