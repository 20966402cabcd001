/**
 * Two people have changed the same form. Part by part, what only one of them changed is taken from that one; what both changed
 * differently is named, for the person to decide. A part is a text or setting of the form, the order of its elements, a section
 * without its questions, or a question.
 */
import type { Definition, Section } from '#shared/forms/definition.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { FormContent } from './content.ts'
import { isSame } from './isSame.ts'

type Sides = { base: FormContent; mine: FormContent; theirs: FormContent }

export type Merge = {
  /** Everything that does not contradict, and mine where it does. */
  mine: FormContent
  /** The same with theirs. */
  theirs: FormContent
  /** The parts that contradict: "name", "order", "question:water". */
  contested: string[]
}

type Parts = Map<string, unknown>
type Order = { id: string; questions: string[] }[]

export function mergeContent({ base, mine, theirs }: Sides): Merge {
  const isWhole = [base, mine, theirs].some(({ definition }) => hasDuplicates(definition))
  const [before, ours, others] = [base, mine, theirs].map(content => partsOf(content, isWhole)) as [Parts, Parts, Parts]
  const contested = [...new Set([...before.keys(), ...ours.keys(), ...others.keys()])].filter(part => {
    const [was, here, there] = [before.get(part), ours.get(part), others.get(part)]
    return !isSame(here, there) && !isSame(here, was) && !isSame(there, was)
  })
  // Whether an element is there at all is for the order to say; it is decided together with what became of the element.
  const isGone = (part: string) => ours.get(part) === undefined || others.get(part) === undefined
  if (contested.some(isGone) && !contested.includes('order') && !isSame(ours.get('order'), others.get('order')))
    contested.push('order')
  const merged = (preferred: Parts): FormContent => {
    const parts: Parts = new Map()
    for (const part of new Set([...ours.keys(), ...others.keys()])) {
      const isTheirs = isSame(ours.get(part), before.get(part))
      parts.set(part, (contested.includes(part) ? preferred : isTheirs ? others : ours).get(part))
    }
    return contentFrom(parts)
  }
  return { mine: merged(ours), theirs: merged(others), contested }
}

/** A form with the same id twice has no parts that could be told apart; it is one part then. */
function hasDuplicates({ sections }: Definition): boolean {
  const ids = sections.flatMap(section => [section.id, ...section.questions.map(({ id }) => id)])
  return new Set(ids).size < ids.length
}

function partsOf({ definition, ...texts }: FormContent, isWhole: boolean): Parts {
  if (isWhole) return new Map<string, unknown>([...Object.entries(texts), ['definition', definition]])
  const { sections, ...settings } = definition
  const order: Order = sections.map(({ id, questions }) => ({ id, questions: questions.map(question => question.id) }))
  const parts: Parts = new Map<string, unknown>([
    ...Object.entries(texts),
    ...Object.entries(settings),
    ['order', order],
  ])
  for (const { questions, ...section } of sections) {
    parts.set(`section:${section.id}`, section)
    for (const question of questions) parts.set(`question:${question.id}`, question)
  }
  return parts
}

function contentFrom(parts: Parts): FormContent {
  const { name, description, category, definition, order, ...rest } = Object.fromEntries(parts)
  const settings = Object.entries(rest).filter(([part, value]) => !part.includes(':') && value !== undefined)
  const sections = ((order ?? []) as Order).map(({ id, questions }) => ({
    ...(parts.get(`section:${id}`) as Section),
    questions: questions.flatMap(question => (parts.get(`question:${question}`) as Question | undefined) ?? []),
  }))
  return {
    name,
    description,
    category,
    definition: definition ?? { ...Object.fromEntries(settings), sections },
  } as FormContent
}
