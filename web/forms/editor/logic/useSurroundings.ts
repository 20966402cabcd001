import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import type { Surroundings } from '#shared/forms/expressions/checkExpression.ts'
import type { ValueType } from '#shared/forms/expressions/signatures.ts'
import { choiceIds } from '#shared/forms/mistakes/expressionMistakes.ts'
import { useReading } from '../EditingContext.tsx'

/** Everything that expressions of a form can speak of, by name. */
export type Known = ReadonlyMap<string, Element>

const types: Partial<Record<Element['type'], ValueType | 'rows'>> = {
  number: 'number',
  slider: 'number',
  rating: 'number',
  calculated: 'any',
  hidden: 'any',
  date: 'date',
  date_time: 'date_time',
  repeat: 'rows',
}

/** The elements of the form, in its order, with the choices of sets standing in them. The same for the same form. */
export const useKnown = (): Known => knownIn(useReading().definition)

const found = new WeakMap<Definition, Known>()

function knownIn(definition: Definition): Known {
  const known =
    found.get(definition) ??
    new Map(placedElements(withChoices(definition)).map(({ element }) => [element.id, element]))
  found.set(definition, known)
  return known
}

/** What an expression of an element may speak of; columns of choices only in its filter. */
export function surroundingsOf(
  known: Known,
  element: string,
  use: 'condition' | 'own_answer' | 'filter',
): Surroundings {
  const own = known.get(element)
  const columns = own && 'choices' in own ? own.choices.flatMap(({ attributes = {} }) => Object.keys(attributes)) : []
  return {
    typeOf(name) {
      const found = known.get(name)
      if (!found) return undefined
      if (found.type === 'instruction' || found.type === 'group') return 'none'
      return types[found.type] ?? 'text'
    },
    choicesOf: name => choiceIds(known.get(name)),
    hasSelf: use === 'own_answer',
    self: element,
    attributes: use === 'filter' ? new Set(['name', 'label', ...columns]) : null,
  }
}
