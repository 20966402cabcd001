/**
 * What comes into a form from elsewhere: from another form, or from the library. It brings the sets of choices that it
 * takes.
 */

import type { Definition, Element } from '#shared/forms/definition.ts'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { allElements } from '#shared/forms/elements.ts'
import type { LibraryContent } from '#shared/forms/library.ts'
import { isSame } from '../structure/content.ts'
import { copied, newId, renamed } from '../structure/newElements.ts'
import { addElements, type ElementPlace } from '../structure/structure.ts'

const setsTakenBy = (elements: readonly Element[]): Set<string> =>
  new Set(
    allElements(elements).flatMap(element =>
      'choices' in element && element.choice_set !== undefined ? [element.choice_set] : [],
    ),
  )

/** Elements of a form with the sets that they take, as the library keeps them and other forms get them. */
export function contentOfElements({ choice_sets = [] }: Definition, elements: Element[]): LibraryContent {
  const taken = setsTakenBy(elements)
  const sets = choice_sets.filter(({ id }) => taken.has(id))
  return { elements, ...(sets.length > 0 && { choice_sets: sets }) }
}

/**
 * Puts content at a place of a form, with ids of its own. A set that the form already has just so is not put in again.
 * Gives the first new element, to go to.
 */
export function inserted(
  definition: Definition,
  place: ElementPlace,
  { elements, choice_sets = [] }: LibraryContent,
): { definition: Definition; first: string | undefined } {
  const own = definition.choice_sets ?? []
  const ids = new Map<string, string>()
  const added: ChoiceSet[] = []
  for (const set of choice_sets) {
    const known = own.find(one => isSame(one.choices, set.choices))
    const id = known?.id ?? newId()
    ids.set(set.id, id)
    if (!known) added.push({ ...set, id })
  }
  const copies = copied(renamed(elements, ids))
  const sets = [...own, ...added]
  return {
    definition: addElements({ ...definition, ...(sets.length > 0 && { choice_sets: sets }) }, place, copies),
    first: copies[0]?.id,
  }
}
