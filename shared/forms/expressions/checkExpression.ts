/**
 * Checks an expression at its place before anybody fills in the form: syntax, missing references, and comparisons that
 * never make sense. Each fault points at its place in the text.
 */
import { maxDigits, tooLarge } from '../../lib/numbers.ts'
import { numberFunctions } from './functions.ts'
import { type BinaryOperator, type Node, type NodeOf, partsOf } from './node.ts'
import { parseExpression } from './parse.ts'
import { isPattern } from './pattern.ts'
import { referencesIn } from './references.ts'
import { signatureOf, type ValueType } from './signatures.ts'
import type { Fault, FaultValues } from './tokens.ts'
import { dayFrom, numberOf, timeFrom } from './values.ts'

/** Names that an expression may use. */
export type Surroundings = {
  /** Type of a question's answer; 'rows' for a repeat, 'none' without an answer, undefined for an unknown name. */
  typeOf(name: string): ValueType | 'rows' | 'none' | undefined
  /** True where `.` has a meaning. */
  hasSelf: boolean
  /** Question whose answer `.` is. */
  self?: string
  /** Ids of a question's choices; undefined without any. */
  choicesOf?(name: string): ReadonlySet<string> | undefined
  /** Columns of the choices that a filter tests; null without a filter. */
  attributes: ReadonlySet<string> | null
  /** Columns of a table or list; null where its content is missing, undefined for an unknown one. */
  columnsOf?(table: string): ReadonlySet<string> | null | undefined
  /** Accepts any bare name as a column. */
  isOpen?: boolean
}

/** All faults in the order of the text; empty for a usable expression. */
export function checkExpression(source: string, surroundings: Surroundings): Fault[] {
  const { tree, fault } = parseExpression(source)
  if (!tree) return [fault]
  return [...referenceFaults(tree, surroundings), ...faultsWithin(tree, surroundings)].sort(
    (one, other) => one.at - other.at,
  )
}

/** Conditions on the rows of a table use its columns. */
function faultsWithin(tree: Node, surroundings: Surroundings): Fault[] {
  const here = faultsAt(tree, surroundings)
  if (tree.kind !== 'items') return [...here, ...partsOf(tree).flatMap(part => faultsWithin(part, surroundings))]
  const attributes = surroundings.columnsOf?.(tree.table) ?? null
  return [
    ...here,
    ...tree.filters.flatMap(filter =>
      faultsWithin(filter, { ...surroundings, hasSelf: true, attributes, isOpen: !attributes }),
    ),
  ]
}

const referenceFaults = (tree: Node, { typeOf }: Surroundings): Fault[] =>
  referencesIn(tree).flatMap(({ name, at, end }): Fault[] => {
    const type = typeOf(name)
    if (type === undefined) return [{ code: 'unknown_reference', at, length: end - at, values: { name } }]
    return type === 'none' ? [{ code: 'no_value', at, length: end - at, values: { name } }] : []
  })

function faultsAt(node: Node, surroundings: Surroundings): Fault[] {
  const { hasSelf, attributes } = surroundings
  switch (node.kind) {
    case 'number':
      return node.value >= tooLarge ? [faultAt('too_many_digits', node, { maximum: maxDigits })] : []
    case 'self':
      return hasSelf ? [] : [faultAt('no_self', node)]
    case 'attribute':
      return surroundings.isOpen || attributes?.has(node.name)
        ? []
        : [faultAt('unknown_attribute', node, { name: node.name })]
    case 'minus':
      return neverNumber(node.operand)
        ? [faultAt('expression_type', node.operand)]
        : rowsFaults(node.operand, surroundings)
    case 'binary':
      if (comparing.has(node.operator)) return comparisonFaults(node, surroundings)
      if (!arithmetic.has(node.operator)) return []
      return [node.left, node.right].flatMap(part =>
        neverNumber(part) ? [faultAt('expression_type', part)] : rowsFaults(part, surroundings),
      )
    case 'items':
      return tableFaults(node, node.table, node.column === undefined ? [] : [node.column], surroundings)
    case 'call':
      return callFaults(node, surroundings)
    default:
      return []
  }
}

/** Checks a table and the columns that are read of it. A table without its content has any column. */
function tableFaults(node: Node, table: string, columns: string[], { columnsOf }: Surroundings): Fault[] {
  if (!columnsOf) return []
  const known = columnsOf(table)
  if (known === undefined) return [faultAt('unknown_table', node, { name: table })]
  return columns.filter(name => known && !known.has(name)).map(name => faultAt('unknown_attribute', node, { name }))
}

function callFaults(node: NodeOf<'call'>, surroundings: Surroundings): Fault[] {
  const { name, args } = node
  const [first, second, third] = args
  if (name === 'pulldata' && first?.kind === 'text') {
    const columns = [second, third].flatMap(arg => (arg?.kind === 'text' ? [arg.value] : []))
    return tableFaults(node, first.value, columns, surroundings)
  }
  if (name === 'regex' && second?.kind === 'text' && !isPattern(second.value))
    return [faultAt('pattern_not_supported', second)]
  if (Object.hasOwn(numberFunctions, name) && first && name !== 'number' && neverNumber(first))
    return [faultAt('expression_type', first)]
  return [
    ...argumentFaults(node, surroundings),
    ...args
      .filter(arg => arg.kind === 'parent' && name !== 'position')
      .map(arg => faultAt('expression_unexpected', arg, { found: '..' })),
  ]
}

const arithmetic: ReadonlySet<BinaryOperator> = new Set(['+', '-', '*', 'div', 'mod'])
const comparing: ReadonlySet<BinaryOperator> = new Set(['=', '!=', '<', '<=', '>', '>='])

/** Type of an expression, as far as it is known: for offering what fits. */
export function typeOfExpression(node: Node, typeOf: Surroundings['typeOf']): ValueType {
  switch (node.kind) {
    case 'number':
    case 'minus':
      return 'number'
    case 'text':
    case 'attribute':
      return 'text'
    case 'reference': {
      const type = typeOf(node.name)
      return type === undefined || type === 'rows' || type === 'none' ? 'any' : type
    }
    case 'binary':
      return arithmetic.has(node.operator) ? 'number' : 'yes_no'
    case 'call':
      return callType(node.name, node.args, typeOf)
    default:
      return 'any'
  }
}

/** Functions that return one of their arguments have its type, where these agree. */
function callType(name: string, args: Node[], typeOf: Surroundings['typeOf']): ValueType {
  const passed = { if: args.slice(1), coalesce: args, once: args }[name]
  if (!passed) return signatureOf(name)?.gives ?? 'any'
  const [type, ...others] = new Set(passed.map(arg => typeOfExpression(arg, typeOf)))
  return type !== undefined && others.length === 0 ? type : 'any'
}

// Valid expressions that never make sense: a removed choice, a text compared with a number or a day, rows where one
// answer is needed. They would silently evaluate to "no" for ever.

const faultAt = (code: Fault['code'], { at, end }: Node, values?: FaultValues): Fault => ({
  code,
  at,
  length: end - at,
  ...(values && { values }),
})

/** A literal text that is neither a number nor a date. */
const neverNumber = (node: Node): boolean =>
  node.kind === 'text' && Number.isNaN(numberOf(node.value)) && !/[;\s]/.test(node.value)

/** A text that cannot be compared with a number, day or time; the empty one tests for an answer. */
const neverCompares = (node: Node): boolean =>
  node.kind === 'text' && node.value.trim() !== '' && neverNumber(node) && !timeFrom(node.value.trim())

/** Faults of a comparison's two sides. */
function comparisonFaults({ operator, left, right }: NodeOf<'binary'>, surroundings: Surroundings): Fault[] {
  const sides: [Node, Node][] = [
    [left, right],
    [right, left],
  ]
  return sides.flatMap(([one, other]) => {
    if (operator !== '=' && operator !== '!=')
      return neverCompares(one) ? [faultAt('expression_type', one)] : rowsFaults(one, surroundings)
    if (neverCompares(one) && isReckoned(other, surroundings)) return [faultAt('expression_type', one)]
    return choiceFaults(one, other, surroundings)
  })
}

const isReckoned = (node: Node, { typeOf }: Surroundings): boolean =>
  node.kind === 'reference' && ['number', 'date', 'date_time'].includes(typeOf(node.name) ?? '')

/** Rows of a repeat can be counted, and are no number themselves. */
const rowsFaults = (node: Node, { typeOf }: Surroundings): Fault[] =>
  node.kind === 'reference' && typeOf(node.name) === 'rows' ? [faultAt('no_value', node, { name: node.name })] : []

/** Faults of a choice that is compared with its question: it is not, or no longer, among its choices. */
function choiceFaults(written: Node, question: Node, { choicesOf, self }: Surroundings): Fault[] {
  if (written.kind !== 'text' && written.kind !== 'number') return []
  const name = question.kind === 'reference' ? question.name : question.kind === 'self' ? self : undefined
  const choices = name === undefined ? undefined : choicesOf?.(name)
  if (!choices?.size) return []
  const known = (id: string) => choices.has(id) || [...choices].some(choice => Number(choice) === Number(id))
  const missing = String(written.value)
    .split(/\s+/)
    .find(id => id !== '' && !known(id))
  return missing === undefined ? [] : [faultAt('unknown_choice', written, { name: missing })]
}

/** Faults of a function's arguments. */
function argumentFaults({ name, args, at, end }: NodeOf<'call'>, surroundings: Surroundings): Fault[] {
  const [first, second] = args
  switch (name) {
    case 'selected':
      return first && second ? choiceFaults(second, first, surroundings) : []
    case 'date':
    case 'date-time':
    case 'decimal-date-time':
      return isNoDay(first, false)
    case 'decimal-time':
    case 'format-date':
    case 'format-date-time':
      return isNoDay(first, true)
    case 'indexed-repeat':
      return repeatFaults(args, surroundings)
    case 'once':
    case 'string-length':
    case 'normalize-space':
      // These use the answer itself where no argument is given; `once` always does.
      return !surroundings.hasSelf && (name === 'once' || args.length === 0)
        ? [{ code: 'no_self', at, length: end - at }]
        : []
    default:
      return []
  }
}

function isNoDay(node: Node | undefined, takesTime: boolean): Fault[] {
  if (node?.kind !== 'text' || node.value.trim() === '') return []
  const text = node.value.trim()
  const isDay = dayFrom(text) !== undefined || !Number.isNaN(numberOf(text)) || (takesTime && /^\d{2}:\d{2}/.test(text))
  return isDay ? [] : [faultAt('expression_type', node)]
}

/** indexed-repeat(${question}, ${repeat}, number, …): the question, and its rows. */
function repeatFaults([question, ...places]: Node[], { typeOf }: Surroundings): Fault[] {
  const repeats = places.filter((_, index) => index % 2 === 0)
  const wrong = repeats.filter(node => node.kind !== 'reference' || !['rows', undefined].includes(typeOf(node.name)))
  return [
    ...(question && question.kind !== 'reference' ? [faultAt('expression_unexpected', question, { found: '' })] : []),
    ...wrong.map(node => faultAt('not_a_repeat', node)),
  ]
}
