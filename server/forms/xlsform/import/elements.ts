/** Nodes of the survey as elements of a form. */
import type { Element } from '#shared/forms/definition.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { overlaid, ownProperties } from '../settings.ts'
import { lookLeft, looksLike, noteLeftovers, takeLook } from './appearance.ts'
import { otherWords } from './lists.ts'
import type { Node } from './outline.ts'
import { defaultOf, questionOf, type Workshop } from './questionOf.ts'

/** The elements of some nodes, in their order. */
export const elementsOf = (nodes: Node[], shop: Workshop): Element[] => nodes.flatMap(node => elementsFor(node, shop))

function elementsFor(node: Node, shop: Workshop): Element[] {
  const { kind } = node
  if (kind.row === 'foreign') return foreignElement(node, shop)
  if (isHeadings(node)) return headings(node, shop)
  const own = ownProperties(node.row, shop.findings)
  const element = kind.row === 'begin' ? containerOf(node, shop) : plainElement(node, own, shop)
  const isSeen = element.type !== 'hidden' && element.type !== 'calculated'
  const appearance = lookLeft(node, isSeen, shop.findings)
  const whole = overlaid(appearance === undefined ? element : { ...element, appearance }, own)
  noteLeftovers(node, whole, shop.findings)
  const other = kind.row === 'question' && kind.orOther ? [otherQuestion(node, whole, shop)] : []
  return [whole, ...other]
}

/** What every element has. */
function common(node: Node, { texts, formulas, findings }: Workshop, isBlock = false) {
  const { row, id } = node
  const hint = texts.readOptional(row, 'hint')
  const guidance = texts.readOptional(row, 'guidance_hint')
  const image = texts.readSingle(row, 'media::image')
  const visible_if = formulas.read(node, 'relevant')
  if (guidance) findings.note(row.at('guidance_hint'), 'guidance_added')
  if (image && !row.has('tend::picture')) findings.note(row.atCell(image), 'picture_needed', { name: image.text })
  const both = guidance ? joined(hint ?? {}, guidance) : hint
  return {
    id,
    label: isBlock ? texts.readBlock(row, 'label') : texts.read(row, 'label'),
    ...(both && { hint: both }),
    ...(image && { picture: { name: image.text.slice(0, 255) } }),
    ...(visible_if !== undefined && { visible_if }),
  }
}

function joined(first: Record<string, string>, second: Record<string, string>) {
  const locales = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(
    locales.map(locale => [locale, [first[locale], second[locale]].filter(Boolean).join('\n\n').slice(0, 5_000)]),
  )
}

function containerOf(node: Node, shop: Workshop): Element {
  const { kind, children } = node
  const parts = common(node, shop)
  takeLook(node, kind.type === 'group' ? /^table-list$/ : /^field-list$/)
  const questions = elementsOf(children, shop)
  if (kind.type === 'group') return { type: 'group', ...parts, questions, ...(isTable(node) && { layout: 'table' }) }
  const count = shop.formulas.read(node, 'repeat_count')
  return {
    type: 'repeat',
    ...parts,
    label: named(node, parts.label, shop),
    questions,
    ...(count !== undefined && { rows: { from: 'count', count } }),
  }
}

/**
 * A group whose questions are the lines of a table: by its own look, in the older way by theirs, or as Kobo's scores.
 */
export const isTable = (node: Node): boolean =>
  node.kind.row === 'begin' &&
  node.kind.type === 'group' &&
  (node.kind.frame === 'score' ||
    looksLike(node, /^table-list$/) ||
    node.children.some(child => isChoice(child) && looksLike(child, /^(?:label|list-nolabel)$/)))

const isChoice = ({ kind }: Node) => kind.row === 'question' && kind.list !== undefined

/** In the older way to write a table, a question that nobody answers says its choices once for all. */
const isHeadings = (node: Node) => isChoice(node) && looksLike(node, /^label$/)

/** Here the choices stand in every line; what is left of their headings are the words beside them. */
function headings(node: Node, shop: Workshop): Element[] {
  const { row } = node
  takeLook(node, /^label$/)
  const element: Element = { type: shop.isAsked(node) ? 'hidden' : 'instruction', ...common(node, shop) }
  lookLeft(node, true, shop.findings)
  noteLeftovers(node, element, shop.findings)
  if (element.type === 'hidden' || row.has('label')) return [element]
  shop.findings.note(row.at('appearance'), 'headings_left_out')
  return []
}

function plainElement(node: Node, own: ReadonlyMap<string, unknown>, shop: Workshop): Element {
  const { kind } = node
  if (kind.type === 'note') return noteElement(node, shop)
  const question = questionOf(node, { ...common(node, shop), ...logicOf(node, shop) }, own, shop)
  const initial = defaultOf(node, question, shop)
  const isUnseen = question.type === 'hidden' || question.type === 'calculated'
  const label = isUnseen ? question.label : named(node, question.label, shop)
  return { ...question, label, ...(initial && { default: initial }) }
}

/**
 * A note has a value too, which is empty unless it is worked out: where it is, or others ask for it, it is no mere
 * instruction.
 */
function noteElement(node: Node, shop: Workshop): Element {
  const calculate = shop.formulas.read(node, 'calculation')
  const isInstruction = calculate === undefined && !shop.isAsked(node)
  const parts = common(node, shop, isInstruction)
  if (calculate !== undefined) return { type: 'calculated', ...parts, calculate }
  return isInstruction ? { type: 'instruction', ...parts } : { type: 'text', ...parts, read_only: true }
}

/** ODK shows a question without words as an empty page; here it is called like its name, until somebody writes them. */
function named({ row, name }: Node, label: LocalizedText, { texts, findings }: Workshop): LocalizedText {
  if (row.has('label') || row.has('tend::label') || row.has('tend::type') || name === '') return label
  findings.note(row.at('label'), 'label_given', { name })
  return texts.inOwn(name)
}

function logicOf(node: Node, { texts, formulas }: Workshop) {
  const { row, kind } = node
  const required = formulas.readFlag(node, 'required')
  const readOnly = formulas.readFlag(node, 'read_only')
  // A calculation in any other row is for calculated questions, which have their own.
  const calculate = kind.type === 'calculate' ? undefined : formulas.read(node, 'calculation')
  const holds = formulas.read(node, 'constraint')
  const required_message = texts.readOptional(row, 'required_message')
  // Without a constraint, nothing ever says it.
  const message = holds === undefined ? undefined : texts.readOptional(row, 'constraint_message')
  return {
    ...(required && ('always' in required ? { required: true } : { required_if: required.when })),
    ...(required_message && { required_message }),
    ...(readOnly && ('always' in readOnly ? { read_only: true } : { read_only_if: readOnly.when })),
    ...(calculate !== undefined && { calculate }),
    ...(holds !== undefined && { constraints: [{ holds, ...(message && { message }) }] }),
  }
}

/**
 * What tend has no question for. Where others ask for its answer it stays, hidden and empty, so that they can still be
 * worked out.
 */
function foreignElement(node: Node, shop: Workshop): Element[] {
  const { row, kind } = node
  if (/^csv-external$/i.test(kind.type)) {
    shop.tables.use(node.name, row.at('name'))
    return []
  }
  const isAsked = shop.isAsked(node)
  shop.findings.note(row.at('type'), isAsked ? 'type_emptied' : 'type_left_out', { type: kind.type.slice(0, 200) })
  return isAsked ? [{ type: 'hidden', id: node.id, label: shop.texts.read(row, 'label') }] : []
}

/** The question after one with `or_other`, in which the other answer is written down. */
function otherQuestion(node: Node, element: Element, { freeId }: Workshop): Question {
  return {
    type: 'text',
    id: freeId(`${node.id}_other`),
    label: otherWords('specify', element.label),
    visible_if: `selected(\${${node.id}}, 'other')`,
  }
}
