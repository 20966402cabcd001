/**
 * New elements of a form. Ids are short and random, so that two people who add something at the same time choose
 * different ones.
 */
import type { Definition, Element, ElementType, Section } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { Question, QuestionType } from '#shared/forms/questions.ts'
import type { Locale } from '#shared/lib/language.ts'

const signs = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new id, which begins with a letter. */
export const newId = (): string =>
  `q${Array.from(crypto.getRandomValues(new Uint8Array(7)), byte => signs[byte % signs.length]).join('')}`

export const newDefinition = (language: Locale, sectionTitle: string): Definition => ({
  schema: 1,
  default_language: language,
  sections: [{ ...newSection(newId()), title: { [language]: sectionTitle } }],
})

export const newSection = (id: string): Section => ({ id, title: {}, questions: [] })

export const newChoice = (): Choice => ({ id: newId(), label: {} })

/** A question as most people will want it: a check that scores, or an answer that must be given. */
export function newQuestion(type: QuestionType, id: string): Question {
  const question = { id, label: {}, required: true }
  switch (type) {
    case 'yes_no':
      return { type, ...question, good: 'yes', points: 1 }
    case 'single_choice':
    case 'multiple_choice':
      return { type, ...question, choices: [newChoice(), newChoice()] }
    case 'slider':
      return { type, ...question, min: 0, max: 100, step: 1 }
    case 'rating':
      return { type, ...question, levels: 5 }
    case 'calculated':
      return { type, id, label: {}, calculate: '0' }
    case 'hidden':
      return { type, id, label: {}, default: { from: 'context', key: 'started_at' } }
    case 'text':
    case 'photo':
    case 'file':
      return { type, id, label: {} }
    default:
      return { type, ...question }
  }
}

/** Any element of a section. */
export function newElement(type: ElementType, id: string): Element {
  switch (type) {
    case 'instruction':
    case 'group':
    case 'repeat':
      return type === 'instruction' ? { type, id, label: {} } : { type, id, label: {}, questions: [] }
    default:
      return newQuestion(type, id)
  }
}

/**
 * Copies with ids of their own. What points from within a copy at something in it points at the copy; the rest stays as
 * it was.
 */
export const copyOfElement = (element: Element): Element => copied([element])[0] ?? element

/** Copies elements together, so that they still refer to each other. */
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

// Other ids for the parts of a form, wherever they are pointed at: as `${id}` in expressions and texts, and by name in
// the few properties that hold an id.

/** Properties whose text is the id of an element, section, measure or choice set. */
const pointers = new Set(['id', 'group', 'animal', 'question', 'section', 'measure', 'answer_of', 'choice_set'])

/** The ids of choices are only known within their question, and what people wrote is not ours to change. */
const foreign = new Set(['attributes', 'value'])

/** A part of a form with new ids in place of those that `ids` names. */
export function renamed<Part>(part: Part, ids: ReadonlyMap<string, string>): Part
export function renamed(part: unknown, ids: ReadonlyMap<string, string>): unknown {
  return inside(part, ids, '')
}

function inside(part: unknown, ids: ReadonlyMap<string, string>, name: string): unknown {
  if (typeof part === 'string') return pointers.has(name) ? (ids.get(part) ?? part) : inText(part, ids)
  if (Array.isArray(part)) return part.map(one => (name === 'choices' ? choice(one, ids) : inside(one, ids, '')))
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      name === 'translated_from' ? inKey(key, ids) : key,
      foreign.has(key) ? value : inside(value, ids, key),
    ]),
  )
}

const choice = (part: { id: string }, ids: ReadonlyMap<string, string>) => ({
  ...(inside(part, ids, '') as { id: string }),
  id: part.id,
})

const inText = (text: string, ids: ReadonlyMap<string, string>) =>
  text.replace(/\$\{\s*([^{}\s]+)\s*\}/g, (whole, id: string) => (ids.has(id) ? `\${${ids.get(id)}}` : whole))

/** Texts are named after what they belong to: "water.label". Ids may hold dots themselves. */
function inKey(key: string, ids: ReadonlyMap<string, string>): string {
  for (const [id, next] of ids) if (key.startsWith(`${id}.`)) return next + key.slice(id.length)
  return key
}

const judged: readonly QuestionType[] = [
  'yes_no',
  'single_choice',
  'multiple_choice',
  'number',
  'slider',
  'rating',
  'calculated',
]
const withChoices: readonly QuestionType[] = ['single_choice', 'multiple_choice']
const withUnit: readonly QuestionType[] = ['number', 'slider', 'calculated']
/** Properties of every question, and those that make sense for all answers. */
const shared = [
  'label',
  'hint',
  'picture',
  'guide',
  'visible_if',
  'source',
  'required',
  'required_if',
  'read_only',
] as const

/**
 * The question as another type: its texts stay, and the properties that the new type has too. It gets another `id`,
 * because answers of the old type may exist, and no report may mix them.
 */
export function retyped(question: Question, type: QuestionType, id: string): Question {
  const { required: _usual, ...rest } = newQuestion(type, id)
  const kept = Object.fromEntries(shared.flatMap(name => (question[name] ? [[name, question[name]]] : [])))
  return {
    ...rest,
    ...kept,
    ...(judged.includes(type) && 'critical' in question && question.critical && { critical: true }),
    ...(judged.includes(type) && 'when_failed' in question && { when_failed: question.when_failed }),
    ...(withChoices.includes(type) &&
      'choices' in question && {
        choices: question.choices,
        ...(question.choice_set !== undefined && { choice_set: question.choice_set }),
        ...(question.table !== undefined && { table: question.table }),
      }),
    ...(withUnit.includes(type) && 'unit' in question && question.unit && { unit: question.unit }),
  } as Question
}
