/**
 * Merges the changes that two people made to the same form: a part that only one of them changed is taken from that
 * one, and a part that both changed differently is a conflict, which the person decides. A part is a text or setting,
 * the order of elements, a set of choices, a question or instruction, or a section, group or repeat without its
 * elements.
 */

import type { Definition, Element, Section } from '#shared/forms/definition.ts'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { allElements } from '#shared/forms/elements.ts'
import { merge3 } from '#shared/lib/merge3.ts'
import { type FormContent, isSame } from '../structure/content.ts'

type Sides = { base: FormContent; mine: FormContent; theirs: FormContent }

export type MergedContent = {
  /** Everything that does not contradict, and mine where it does. */
  mine: FormContent
  /** The same with theirs. */
  theirs: FormContent
  /** The parts that contradict: "name", "order", "element:water". */
  conflicting: string[]
}

type Parts = Map<string, unknown>
type Order = { id: string; questions?: Order }[]

export function mergeContent({ base, mine, theirs }: Sides): MergedContent {
  const isWhole = [base, mine, theirs].some(({ definition }) => hasDuplicates(definition))
  const [before, ours, others] = [base, mine, theirs].map(content => partsOf(content, isWhole)) as [Parts, Parts, Parts]
  const merge = merge3({
    ...{ base: Object.fromEntries(before), mine: Object.fromEntries(ours), theirs: Object.fromEntries(others) },
    isSame,
  })
  const conflicting = merge.conflicting.filter(part => !isMemory(part))
  // Whether an element exists at all is part of the order; it is decided together with the element's own conflict.
  const isGone = (part: string) => ours.get(part) === undefined || others.get(part) === undefined
  if (conflicting.some(isGone) && !conflicting.includes('order') && !isSame(ours.get('order'), others.get('order')))
    conflicting.push('order')
  const merged = (preferred: Parts): FormContent => {
    const parts: Parts = new Map()
    for (const part of new Set([...ours.keys(), ...others.keys()])) {
      const isTheirs = merge.taken.has(part)
      parts.set(part, (conflicting.includes(part) ? preferred : isTheirs ? others : ours).get(part))
    }
    return contentFrom(parts)
  }
  return { mine: merged(ours), theirs: merged(others), conflicting }
}

/** A form with the same id twice has no parts that could be told apart; it is one part then. */
function hasDuplicates({ sections, choice_sets = [] }: Definition): boolean {
  const ids = [
    ...sections.flatMap(({ id, questions }) => [id, ...allElements(questions).map(element => element.id)]),
    ...choice_sets.map(({ id }) => id),
  ]
  return new Set(ids).size < ids.length
}

/** The memory of a translation's original is nobody's own text; it goes with the newer text. */
const memory = 'translated_from:'
const isMemory = (part: string) => part.startsWith(memory)

function partsOf({ definition, ...texts }: FormContent, isWhole: boolean): Parts {
  if (isWhole) return new Map<string, unknown>([...Object.entries(texts), ['definition', definition]])
  const { sections, choice_sets, translated_from = {}, ...settings } = definition
  const parts: Parts = new Map<string, unknown>([
    ...Object.entries(texts),
    ...Object.entries(settings),
    ['order', sections.map(orderOf)],
    ...Object.entries(translated_from).map(([key, made]) => [memory + key, made] as const),
  ])
  if (choice_sets) {
    parts.set(
      'choice_sets',
      choice_sets.map(({ id }) => id),
    )
    for (const set of choice_sets) parts.set(`choice_set:${set.id}`, set)
  }
  for (const { questions, ...section } of sections) {
    parts.set(`section:${section.id}`, section)
    for (const element of allElements(questions)) parts.set(`element:${element.id}`, withoutInside(element))
  }
  return parts
}

const orderOf = (part: Section | Element): Order[number] =>
  'questions' in part ? { id: part.id, questions: part.questions.map(orderOf) } : { id: part.id }

function withoutInside(element: Element): unknown {
  if (!('questions' in element)) return element
  const { questions: _, ...rest } = element
  return rest
}

function contentFrom(parts: Parts): FormContent {
  const { name, description, category, definition, order, choice_sets, ...rest } = Object.fromEntries(parts)
  const settings = Object.entries(rest).filter(([part, value]) => !part.includes(':') && value !== undefined)
  const memories = Object.entries(rest).filter(([part, value]) => isMemory(part) && value !== undefined)
  const partOf = (kind: string, id: string) => parts.get(`${kind}:${id}`) as object | undefined
  const elements = (found: Order = []): unknown[] =>
    found.flatMap(({ id, questions }) => {
      const element = partOf('element', id)
      if (!element) return []
      return questions ? { ...element, questions: elements(questions) } : element
    })
  const sections = ((order ?? []) as Order).map(({ id, questions }) => ({
    ...partOf('section', id),
    questions: elements(questions),
  }))
  const sets = ((choice_sets ?? []) as string[]).flatMap(
    id => (partOf('choice_set', id) as ChoiceSet | undefined) ?? [],
  )
  return {
    name,
    description,
    category,
    definition: definition ?? {
      ...Object.fromEntries(settings),
      ...(sets.length > 0 && { choice_sets: sets }),
      ...(memories.length > 0 && {
        translated_from: Object.fromEntries(memories.map(([part, made]) => [part.slice(memory.length), made])),
      }),
      sections,
    },
  } as FormContent
}
