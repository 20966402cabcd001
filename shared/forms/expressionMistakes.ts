/** Mistakes in the conditions and calculations of a form, each with its place in the text: what publishing refuses, and the builder shows. */

import { withChoices } from './choiceSets.ts'
import type { Definition, Element } from './definition.ts'
import { isQuestion, type Placed, placedElements } from './elements.ts'
import { compileForm } from './evaluation/compile.ts'
import { checkExpression, type Surroundings } from './expressions/checkExpression.ts'
import type { Fault } from './expressions/fault.ts'
import type { ValueType } from './expressions/signatures.ts'
import type { Question } from './questions.ts'
import { textsOf } from './texts.ts'

export type PlacedFault = Fault & { path: string }

/** All faults of all expressions, in the order of the form. `definition` may have its choice sets still apart. */
export function expressionMistakes(definition: Definition): PlacedFault[] {
  const placed = placedElements(withChoices(definition))
  const typeOf = typesIn(placed)
  return [
    ...definition.sections.flatMap(({ visible_if }, index) =>
      faultsIn(`sections.${index}.visible_if`, visible_if, { typeOf, hasSelf: false, attributes: null }),
    ),
    ...placed.flatMap(({ element, path }) => elementFaults(element, path, typeOf)),
    ...(definition.triggers ?? []).flatMap(({ when }, index) =>
      when.on === 'answers'
        ? faultsIn(`triggers.${index}.when.holds`, when.holds, { typeOf, hasSelf: false, attributes: null })
        : [],
    ),
    ...textFaults(definition, typeOf),
    ...circles(definition, placed),
  ]
}

/** Of what the answer to a question is, for expressions. */
export const typesIn = (placed: Placed[]): Surroundings['typeOf'] => {
  const types = new Map(placed.map(({ element }) => [element.id, elementType(element)]))
  return name => types.get(name)
}

function elementType(element: Element): ValueType | 'rows' | 'none' {
  switch (element.type) {
    case 'instruction':
    case 'group':
      return 'none'
    case 'repeat':
      return 'rows'
    case 'number':
    case 'slider':
    case 'rating':
      return 'number'
    case 'date':
    case 'date_time':
      return element.type
    case 'calculated':
    case 'hidden':
      return 'any'
    default:
      return 'text'
  }
}

function faultsIn(path: string, source: string | undefined, surroundings: Surroundings): PlacedFault[] {
  if (source === undefined) return []
  return checkExpression(source, surroundings).map(fault => ({ path, ...fault }))
}

function elementFaults(element: Element, path: string, typeOf: Surroundings['typeOf']): PlacedFault[] {
  const plain = { typeOf, hasSelf: false, attributes: null }
  const found = faultsIn(`${path}.visible_if`, element.visible_if, plain)
  if (isQuestion(element)) return [...found, ...questionFaults(element, path, typeOf)]
  if (element.type !== 'repeat' || !element.rows || element.rows.from === 'animals') return found
  const [name, source] =
    element.rows.from === 'count' ? ['rows.count', element.rows.count] : ['rows.population', element.rows.population]
  return [...found, ...faultsIn(`${path}.${name}`, source, plain)]
}

function questionFaults(question: Question, path: string, typeOf: Surroundings['typeOf']): PlacedFault[] {
  const own = { typeOf, hasSelf: true, attributes: null }
  const {
    required_if,
    read_only_if,
    calculate,
    ends_form_if,
    default: initial,
    constraints = [],
    triggers = [],
  } = question
  return [
    ...faultsIn(`${path}.required_if`, required_if, own),
    ...faultsIn(`${path}.read_only_if`, read_only_if, own),
    ...faultsIn(`${path}.calculate`, calculate, own),
    ...faultsIn(`${path}.default.expression`, initial?.from === 'expression' ? initial.expression : undefined, own),
    ...faultsIn(`${path}.ends_form_if`, ends_form_if, own),
    ...constraints.flatMap(({ holds }, index) => faultsIn(`${path}.constraints.${index}.holds`, holds, own)),
    ...triggers.flatMap(({ when }, index) => faultsIn(`${path}.triggers.${index}.when`, when, own)),
    ...('choice_filter' in question
      ? faultsIn(`${path}.choice_filter`, question.choice_filter, { ...own, attributes: columnsOf(question) })
      : []),
  ]
}

const columnsOf = ({ choices }: Extract<Question, { choices: unknown }>): ReadonlySet<string> =>
  new Set(['name', ...choices.flatMap(({ attributes = {} }) => Object.keys(attributes))])

/** What texts show of answers has to be there as well. */
const textFaults = (definition: Definition, typeOf: Surroundings['typeOf']): PlacedFault[] =>
  textsOf(definition).flatMap(({ path, text }) =>
    Object.entries(text).flatMap(([language, words]) =>
      [...(words ?? '').matchAll(/\$\{\s*([^}\s]*)\s*\}/g)].flatMap(
        ({ 0: written, 1: name = '', index }): PlacedFault[] =>
          ['text', 'number', 'date', 'date_time', 'any'].includes(typeOf(name) ?? '')
            ? []
            : [
                {
                  path: `${path}.${language}`,
                  code: 'unknown_reference',
                  at: index,
                  length: written.length,
                  values: { name },
                },
              ],
      ),
    ),
  )

/** What waits for itself. */
function circles(definition: Definition, placed: Placed[]): PlacedFault[] {
  const { circular } = compileForm(definition)
  if (circular.size === 0) return []
  const sections = definition.sections.map(({ id }, index) => ({ id, path: `sections.${index}` }))
  return [...sections, ...placed.map(({ element, path }) => ({ id: element.id, path }))]
    .filter(({ id }) => circular.has(id))
    .map(({ path }) => ({ path, code: 'circular_reference', at: 0, length: 0 }))
}
