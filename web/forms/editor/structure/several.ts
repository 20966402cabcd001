/**
 * Actions on several elements at once. Each returns a new definition; elements inside another chosen one go with it.
 */
import type { Definition, Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import { patched } from './content.ts'
import { copied } from './newElements.ts'
import {
  addElements,
  changeElement,
  findContainer,
  findElement,
  holdsElements,
  placeOf,
  removeElement,
} from './structure.ts'

/** The selected elements in the order of the form, without those inside another selected one. */
export function chosenElements({ sections }: Definition, ids: ReadonlySet<string>): Element[] {
  const within = (elements: Element[]): Element[] =>
    elements.flatMap(element => {
      if (ids.has(element.id)) return [element]
      return holdsElements(element) ? within(element.questions) : []
    })
  return sections.flatMap(({ questions }) => within(questions))
}

/** Whether they can be moved into a section, group or repeat, which is none of themselves. */
export function fitInto(definition: Definition, ids: ReadonlySet<string>, container: string): boolean {
  if (ids.has(container)) return false
  const place = placeOf(definition, container)
  return !place || fitInto(definition, ids, place.parent)
}

/** Puts them at the end of a section, group or repeat, in the order in which they stood. */
export function moveSeveral(definition: Definition, ids: ReadonlySet<string>, container: string): Definition {
  if (!fitInto(definition, ids, container)) return definition
  const elements = chosenElements(definition, ids)
  const without = removeSeveral(definition, ids)
  const into = findContainer(without, container)
  return into ? addElements(without, { parent: container, index: into.questions.length }, elements) : definition
}

/** Puts copies after the last of them; what referred to one another continues among the copies. */
export function copySeveral(
  definition: Definition,
  ids: ReadonlySet<string>,
): { definition: Definition; ids: string[] } | undefined {
  const elements = chosenElements(definition, ids)
  const last = elements.at(-1)
  const place = last && placeOf(definition, last.id)
  if (!place) return undefined
  const made = copied(elements)
  return {
    definition: addElements(definition, { ...place, index: place.index + 1 }, made),
    ids: made.map(({ id }) => id),
  }
}

/** Takes them out of the form, with all that is in them. */
export const removeSeveral = (definition: Definition, ids: ReadonlySet<string>): Definition =>
  chosenElements(definition, ids).reduce((before, { id }) => removeElement(before, id), definition)

/** Whether an element is one that somebody answers. */
const isAnswered = (element: Element) =>
  isQuestion(element) && element.type !== 'calculated' && element.type !== 'hidden'

/** The questions that somebody answers among the chosen ones, and in the groups that are. */
export function answeredAmong(definition: Definition, ids: ReadonlySet<string>): string[] {
  const each = (element: Element): string[] =>
    holdsElements(element) ? element.questions.flatMap(each) : isAnswered(element) ? [element.id] : []
  return chosenElements(definition, ids).flatMap(each)
}

/** Makes their questions required, or leaves that to the person; a condition for it is removed in both cases. */
export const requireSeveral = (definition: Definition, ids: ReadonlySet<string>, isRequired: boolean): Definition =>
  answeredAmong(definition, ids).reduce((before, id) => {
    const element = findElement(before, id)
    const changes = { required: isRequired || undefined, required_if: undefined } as Partial<Element>
    return element ? changeElement(before, id, one => patched(one, changes)) : before
  }, definition)
