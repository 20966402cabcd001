/** A row of a question as the question that tend has for it. */

import type { AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Default } from '#shared/forms/elementFields.ts'
import { allNodes } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { misfitOf, violationOf } from '#shared/forms/fit.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Findings } from '../table.ts'
import { parametersOf, takeLook } from './appearance.ts'
import type { AttachedTables } from './attachedTables.ts'
import type { Formulas } from './formulas.ts'
import type { List } from './lists.ts'
import type { Node } from './outline.ts'
import type { Texts } from './texts.ts'

export type Workshop = {
  findings: Findings
  texts: Texts
  formulas: Formulas
  lists: ReadonlyMap<string, List>
  tables: AttachedTables
  /** The choice set that a list became; undefined for one that only its question has. */
  setOf(list: string): string | undefined
  /** An id that nothing has yet. */
  freeId(wanted: string): string
  /** Whether an expression or a text asks for it. */
  isAsked(node: Node): boolean
}

/** All properties that do not depend on the type. */
type Shared = Omit<Extract<Question, { type: 'text' }>, 'type' | 'long'>

export const contextOf = {
  start: 'started_at',
  end: 'completed_at',
  today: 'today',
  deviceid: 'device_id',
  username: 'user_name',
  email: 'user_email',
} as const

export function questionOf(node: Node, shared: Shared, own: ReadonlyMap<string, unknown>, shop: Workshop): Question {
  const { kind } = node
  switch (kind.type) {
    case 'integer':
      return { type: 'number', ...shared, decimals: 0 }
    case 'decimal':
      return { type: 'number', ...shared }
    case 'range':
      return rangeOf(node, shared, shop)
    case 'select_one':
    case 'select_multiple':
    case 'rank':
      return selectOf(node, shared, own, shop)
    case 'acknowledge':
      return {
        type: 'single_choice',
        ...shared,
        choices: [{ id: 'OK', label: shop.texts.inOwn('OK') }],
        layout: 'buttons',
      }
    case 'date':
    case 'time':
    case 'file':
    case 'barcode':
      return { type: kind.type, ...shared }
    case 'audio':
    case 'video':
      return { type: 'file', ...shared, media: kind.type }
    case 'datetime':
      return { type: 'date_time', ...shared }
    case 'image':
      return imageOf(node, shared, shop)
    case 'geopoint':
    case 'start-geopoint': {
      const accuracy = Number(parametersOf(node, shop.findings, ['capture-accuracy']).get('capture-accuracy'))
      const at_start = kind.type === 'start-geopoint'
      return { type: 'place', ...shared, ...(accuracy > 0 && { accuracy }), ...(at_start && { at_start }) }
    }
    case 'geotrace':
      return { type: 'shape', ...shared }
    case 'geoshape':
      return { type: 'shape', ...shared, closed: true }
    case 'tel':
      return { type: 'text', ...shared, keyboard: 'phone' }
    case 'phonenumber':
      // The device's number, which no browser tells: a question with a text is asked instead.
      if (node.row.has('label')) return { type: 'text', ...shared, keyboard: 'phone' }
      shop.findings.note(node.row.at('type'), 'type_of_device', { type: kind.type })
      return { type: 'hidden', ...shared }
    case 'caseid':
      return { type: 'hidden', ...shared, default: { from: 'context', key: 'subject' } }
    case 'duration':
    case 'device-info':
      return { type: 'calculated', ...shared, calculate: `${kind.type}()`, hidden: true }
    case 'calculate_here':
      shop.findings.note(node.row.at('type'), 'calculated_always')
      return calculatedOf(node, shared, shop)
    case 'calculate':
      return calculatedOf(node, shared, shop)
    case 'hidden':
      return { type: 'hidden', ...shared }
    case 'text': {
      const isLong = takeLook(node, /^multiline$/) !== undefined
      const look = takeLook(node, anyKeyboard)
      const keyboard = look === undefined ? undefined : keyboards[look]
      return { type: 'text', ...shared, ...(isLong && { long: true }), ...(keyboard && { keyboard }) }
    }
    default: {
      const key = contextOf[kind.type as keyof typeof contextOf]
      return { type: 'hidden', ...shared, default: { from: 'context', key } }
    }
  }
}

/** The looks of a text that say which keys it is typed with. */
export const keyboards: Readonly<Record<string, NonNullable<Extract<Question, { type: 'text' }>['keyboard']>>> = {
  numbers: 'numbers',
  numbers_decimal: 'decimals',
  numbers_phone: 'phone',
  url: 'url',
  email: 'email',
}
const anyKeyboard = new RegExp(`^(?:${Object.keys(keyboards).join('|')})$`)

function imageOf(node: Node, shared: Shared, { findings }: Workshop): Question {
  if (takeLook(node, /^signature$/)) return { type: 'signature', ...shared }
  const pixels = Math.round(Number(parametersOf(node, findings, ['max-pixels']).get('max-pixels')))
  const max_pixels = pixels > 0 ? Math.min(Math.max(pixels, 100), 10_000) : undefined
  return { type: 'photo', ...shared, ...(max_pixels && { max_pixels }) }
}

/** A calculation without one has only a default, which is what a hidden value is. */
function calculatedOf(node: Node, shared: Shared, { formulas, findings }: Workshop): Question {
  const { row } = node
  const isGiven = row.has('calculation')
  const calculate = formulas.read(node, 'calculation')
  if (calculate !== undefined) return { type: 'calculated', ...shared, calculate, hidden: true }
  if (!isGiven && !row.has('default') && !row.has('tend::type'))
    findings.fault(row.at('calculation'), 'xlsform_no_calculation')
  return { type: 'hidden', ...shared }
}

/** From start to end by step; five stars and the like are a rating. XLSForm's own bounds are 0, 10 and 1. */
function rangeOf(node: Node, shared: Shared, { findings }: Workshop): Question {
  const { row } = node
  const given = parametersOf(node, findings, ['start', 'end', 'step'])
  const number = (name: string, otherwise: number) => {
    const value = Number(given.get(name) ?? Number.NaN)
    return Number.isFinite(value) ? value : otherwise
  }
  const [start, end, step] = [number('start', 0), number('end', 10), number('step', 1) || 1]
  const fitsRating = start === 1 && step === 1 && Number.isInteger(end) && end >= 2 && end <= 10
  if (fitsRating && takeLook(node, /^rating$/)) return { type: 'rating', ...shared, levels: end }
  if (start > end || step < 0) findings.note(row.at('parameters'), 'range_turned')
  return { type: 'slider', ...shared, min: Math.min(start, end), max: Math.max(start, end), step: Math.abs(step) }
}

function selectOf(node: Node, shared: Shared, own: ReadonlyMap<string, unknown>, shop: Workshop): Question {
  const { row, kind } = node
  const { list: name = '', file, orOther } = kind as Extract<Node['kind'], { row: 'question' }>
  if (file !== undefined) return selectFrom(file, node, shared, shop)
  const list = shop.lists.get(name)
  // Tend's own files may name a list that is empty, and say so.
  if (!list && !own.has('choices') && !own.has('choice_set'))
    shop.findings.note(
      row.at('type'),
      'to_mend',
      { list: name },
      name === '' ? 'xlsform_no_list' : 'xlsform_unknown_list',
    )
  const set = shop.setOf(name)
  const filter = shop.formulas.read(node, 'choice_filter')
  const layout = layoutOf(node, list?.choices.some(({ picture }) => picture) ?? false)
  return {
    ...choiceType(kind.type),
    ...shared,
    choices: set === undefined && list?.table === undefined ? (list?.choices ?? []) : [],
    ...(list?.table !== undefined && { table: { name: list.table, value: 'name', label: 'label' } }),
    ...(set !== undefined && { choice_set: set }),
    ...(filter !== undefined && { choice_filter: orOther ? `(${filter}) or name = 'other'` : filter }),
    ...(layout && { layout }),
  }
}

const choiceType = (type: string) =>
  type === 'select_one'
    ? { type: 'single_choice' as const }
    : { type: 'multiple_choice' as const, ...(type === 'rank' && { ranked: true }) }

/** The rows of a file, of which a column is kept and another one read. */
function selectFrom(file: string, node: Node, shared: Shared, { formulas, findings, tables }: Workshop): Question {
  const { kind, row, search } = node
  const columns = parametersOf(node, findings, ['value', 'label'])
  const value = search?.value ?? columns.get('value') ?? 'name'
  const label = search?.label ?? columns.get('label') ?? 'label'
  const searched = search?.filter === undefined ? undefined : formulas.carry(node, 'choice_filter', search.filter)
  const filter = [searched, formulas.read(node, 'choice_filter')].filter(Boolean)
  const layout = layoutOf(node, false)
  return {
    ...choiceType(kind.type),
    ...shared,
    choices: [],
    table: { name: tables.use(file, row.at('type')), value, label },
    ...(filter.length > 0 && {
      choice_filter: filter.length > 1 ? filter.map(one => `(${one})`).join(' and ') : filter[0],
    }),
    ...(layout && { layout }),
  }
}

const layouts: [RegExp, 'list' | 'buttons' | 'pictures'][] = [
  [/^(?:minimal|autocomplete|autocomplete_chars|search|dropdown)$/, 'list'],
  [/^(?:no-buttons|columns-pack|(?:quick|horizontal-|vertical-)?compact(?:-\d+)?)$/, 'pictures'],
  [/^(?:columns(?:-\d+)?|horizontal|vertical|likert|quick)$/, 'buttons'],
]

const anyLayout = new RegExp(layouts.map(([{ source }]) => source).join('|'))

function layoutOf(node: Node, hasPictures: boolean) {
  const look = takeLook(node, anyLayout)
  const layout = layouts.find(([pattern]) => look !== undefined && pattern.test(look))?.[1]
  return layout === 'pictures' && !hasPictures && look !== 'no-buttons' ? 'buttons' : layout
}

/** The default of a question: a value that fits its type, or an expression. */
export function defaultOf(
  node: Node,
  question: Question,
  { findings, formulas, lists }: Workshop,
): Default | undefined {
  const { row, kind } = node
  const written = row.take('default')
  if (written === undefined) return undefined
  if (isDynamic(written)) {
    const expression = formulas.carry(node, 'default', written)
    if (expression === `\${last-saved#${node.id}}`) return { from: 'last_answer' }
    return expression === undefined ? undefined : { from: 'expression', expression }
  }
  const list = kind.row === 'question' && kind.list !== undefined ? lists.get(kind.list) : undefined
  const choice = (id: string) => list?.renamed.get(id) ?? id
  const value = answerFrom(question, written, choice)
  const whole = list && 'choices' in question ? { ...question, choices: list.choices } : question
  if (value !== undefined && !misfitOf(whole, value) && !violationOf(whole, value)) return { from: 'fixed', value }
  findings.note(row.at('default'), 'default_left_out', { value: written })
  return undefined
}

/**
 * Like XLSForm's converter: what asks for an answer, calls a function or calculates is worked out; a minus alone is
 * part of dates.
 */
function isDynamic(written: string): boolean {
  if (/\$\{[^}]*\}/.test(written)) return true
  const { tree, fault } = parseExpression(written)
  if (!tree) return fault.code === 'function_not_supported'
  return allNodes(tree).some(
    node => node.kind === 'call' || (node.kind === 'binary' && ['+', '*', 'div', 'mod'].includes(node.operator)),
  )
}

function answerFrom(question: Question, text: string, choice: (id: string) => string): AnswerValue | undefined {
  switch (question.type) {
    case 'number':
    case 'slider':
    case 'rating':
      return /^-?\d*\.?\d+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined
    case 'multiple_choice':
      return text.split(/\s+/).map(choice)
    case 'single_choice':
      return choice(text)
    case 'time':
      return /^\d{2}:\d{2}/.exec(text)?.[0] ?? timeOfDay(text)
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
    case 'place': {
      const [latitude = Number.NaN, longitude = Number.NaN, altitude, accuracy] = text.split(/\s+/).map(Number)
      if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
      return {
        latitude,
        longitude,
        ...(altitude !== undefined && { altitude }),
        ...(accuracy !== undefined && accuracy >= 0 && { accuracy }),
      }
    }
    case 'photo':
    case 'file':
    case 'signature':
      return undefined
    default:
      return text
  }
}

/** Spreadsheets keep a time as its share of the day, which is the value of a cell that lost its format. */
function timeOfDay(text: string): string | undefined {
  if (!/^0?\.\d+$/.test(text)) return undefined
  const minutes = Math.round(Number(text) * 24 * 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  return minutes < 24 * 60 ? `${hours}:${rest}` : undefined
}
