/**
 * Mistakes in the conditions and calculations of a form, each with its place in the text: publishing refuses them, and
 * the builder shows them.
 */

import { choicesNamed, tableNamed, withChoices } from '../choiceSets.ts'
import type { Definition, Element } from '../definition.ts'
import { isQuestion, type Placed, placedElements } from '../elements.ts'
import { compileForm } from '../evaluation/compile.ts'
import { checkExpression, type Surroundings } from '../expressions/checkExpression.ts'
import type { ValueType } from '../expressions/signatures.ts'
import type { Fault } from '../expressions/tokens.ts'
import type { Question } from '../questions.ts'
import { textsOf } from '../texts.ts'

export type PlacedFault = Fault & { path: string }

/** All faults of all expressions, in the order of the form. `definition` may still have separate choice sets. */
export function expressionMistakes(definition: Definition): PlacedFault[] {
  const placed = placedElements(withChoices(definition))
  const known = knownIn(placed, definition)
  return [
    ...definition.sections.flatMap(({ visible_if }, index) =>
      expressionFaults(`sections.${index}.visible_if`, visible_if, { ...known, hasSelf: false, attributes: null }),
    ),
    ...placed.flatMap(({ element, path }) => elementFaults(element, path, known)),
    ...(definition.triggers ?? []).flatMap(({ when }, index) =>
      when.on === 'answers'
        ? expressionFaults(`triggers.${index}.when.holds`, when.holds, { ...known, hasSelf: false, attributes: null })
        : [],
    ),
    ...textFaults(definition, known.typeOf),
    ...circles(definition, placed),
  ]
}

type Known = Required<Pick<Surroundings, 'typeOf' | 'choicesOf' | 'columnsOf'>>

/** Names that expressions can use, with the type of answer and the choices. */
function knownIn(placed: Placed[], definition: Definition): Known {
  const elements = new Map(placed.map(({ element }) => [element.id, element]))
  const choices = new Map<string, ReadonlySet<string> | undefined>()
  return {
    typeOf(name) {
      const element = elements.get(name)
      return element && elementType(element)
    },
    choicesOf(name) {
      if (!choices.has(name)) choices.set(name, choiceIds(elements.get(name)))
      return choices.get(name)
    },
    columnsOf: name => columnsNamed(definition, name),
  }
}

/** Ids of a question's possible answers; undefined without choices. */
export function choiceIds(element: Element | undefined): ReadonlySet<string> | undefined {
  if (element?.type === 'yes_no') return new Set(['yes', 'no', 'na'])
  return element && 'choices' in element ? new Set(element.choices.map(({ id }) => id)) : undefined
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

function expressionFaults(path: string, source: string | undefined, surroundings: Surroundings): PlacedFault[] {
  if (source === undefined) return []
  return checkExpression(source, surroundings).map(fault => ({ path, ...fault }))
}

function elementFaults(element: Element, path: string, known: Known): PlacedFault[] {
  const plain = { ...known, hasSelf: false, attributes: null }
  const found = expressionFaults(`${path}.visible_if`, element.visible_if, plain)
  if (isQuestion(element)) return [...found, ...questionFaults(element, path, known)]
  if (element.type !== 'repeat' || !element.rows || element.rows.from === 'animals') return found
  const [name, source] =
    element.rows.from === 'count' ? ['rows.count', element.rows.count] : ['rows.population', element.rows.population]
  return [...found, ...expressionFaults(`${path}.${name}`, source, plain)]
}

function questionFaults(question: Question, path: string, known: Known): PlacedFault[] {
  const own = { ...known, hasSelf: true, self: question.id, attributes: null }
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
    ...expressionFaults(`${path}.required_if`, required_if, own),
    ...expressionFaults(`${path}.read_only_if`, read_only_if, own),
    ...expressionFaults(`${path}.calculate`, calculate, own),
    ...expressionFaults(
      `${path}.default.expression`,
      initial?.from === 'expression' ? initial.expression : undefined,
      own,
    ),
    ...expressionFaults(`${path}.ends_form_if`, ends_form_if, own),
    ...constraints.flatMap(({ holds }, index) => expressionFaults(`${path}.constraints.${index}.holds`, holds, own)),
    ...triggers.flatMap(({ when }, index) => expressionFaults(`${path}.triggers.${index}.when`, when, own)),
    ...('choice_filter' in question
      ? expressionFaults(`${path}.choice_filter`, question.choice_filter, {
          ...own,
          attributes: columnsOf(question),
          isOpen: question.table !== undefined && question.choices.length === 0,
        })
      : []),
  ]
}

/** Columns of a table from the form, of a list from its choices. */
function columnsNamed(definition: Definition, name: string): ReadonlySet<string> | null | undefined {
  const table = definition.tables?.find(table => table.name === tableNamed(name))
  if (table) return table.uuid === undefined ? null : new Set(table.columns)
  const choices = choicesNamed(definition, name)
  return choices && new Set(['name', 'label', ...choices.flatMap(({ attributes = {} }) => Object.keys(attributes))])
}

const columnsOf = ({ choices }: Extract<Question, { choices: unknown }>): ReadonlySet<string> =>
  new Set(['name', 'label', ...choices.flatMap(({ attributes = {} }) => Object.keys(attributes))])

/** Answers that texts refer to must exist as well. */
const textFaults = (definition: Definition, typeOf: Surroundings['typeOf']): PlacedFault[] =>
  textsOf(definition).flatMap(({ path, text }) =>
    Object.entries(text).flatMap(([language, words]) =>
      [...(words ?? '').matchAll(/\$\{([^{}]*)\}/g)].flatMap(({ 0: written, 1: inside = '', index }): PlacedFault[] => {
        const name = inside.trim()
        if (/\s/.test(name) || ['text', 'number', 'date', 'date_time', 'any'].includes(typeOf(name) ?? '')) return []
        const place = { path: `${path}.${language}`, at: index, length: written.length }
        return [{ ...place, code: 'unknown_reference', values: { name } }]
      }),
    ),
  )

/** Parts that depend on themselves. */
function circles(definition: Definition, placed: Placed[]): PlacedFault[] {
  const { circular } = compileForm(definition)
  if (circular.size === 0) return []
  const sections = definition.sections.map(({ id }, index) => ({ id, path: `sections.${index}` }))
  return [...sections, ...placed.map(({ element, path }) => ({ id: element.id, path }))]
    .filter(({ id }) => circular.has(id))
    .map(({ path }) => ({ path, code: 'circular_reference', at: 0, length: 0 }))
}
