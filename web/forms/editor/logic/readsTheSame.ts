/** Which words of other questions the sentences about an element's logic speak of, and whether these have changed. */
import type { Definition, Element } from '#shared/forms/definition.ts'
import { isQuestion, placedElements } from '#shared/forms/elements.ts'
import { namesIn } from '#shared/forms/expressions/references.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Reading } from '../EditingContext.tsx'

/** Whether there is anything to say about it beyond its own words. */
export const hasLogic = (element: Element): boolean =>
  expressionsOf(element).length > 0 ||
  (isQuestion(element) && Boolean(element.read_only || (element.default && element.default.from !== 'fixed')))

/** Whether the sentences about an element, which has not changed itself, read the same in both. */
export function readsTheSame(element: Element, one: Reading, other: Reading): boolean {
  if (one.language !== other.language) return false
  const [before, after] = [one.definition, other.definition]
  if (before.default_language !== after.default_language || before.choice_sets !== after.choice_sets) return false
  return expressionsOf(element)
    .flatMap(namesIn)
    .every(name => {
      const asked = elementsIn(after).get(name)
      // Without a label it has a number, which depends on the elements before it.
      return asked === elementsIn(before).get(name) && (asked === undefined || isNamed(asked, other))
    })
}

const isNamed = ({ label }: Element, { definition, language }: Reading) =>
  textIn(label, language, definition.default_language).text !== ''

function expressionsOf(element: Element): string[] {
  const own = isQuestion(element)
    ? [
        element.required_if,
        element.read_only_if,
        element.calculate,
        'choice_filter' in element ? element.choice_filter : undefined,
        ...(element.constraints ?? []).map(({ holds }) => holds),
        element.ends_form_if,
        ...(element.triggers ?? []).map(({ when }) => when),
      ]
    : []
  return [element.visible_if, ...own].filter(source => source !== undefined)
}

const found = new WeakMap<Definition, ReadonlyMap<string, Element>>()

/** The elements of a form by name, as they are kept; looked up once for each form. */
function elementsIn(definition: Definition): ReadonlyMap<string, Element> {
  const elements =
    found.get(definition) ?? new Map(placedElements(definition).map(({ element }) => [element.id, element]))
  found.set(definition, elements)
  return elements
}
