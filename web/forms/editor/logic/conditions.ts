/**
 * Conditions that can be picked instead of typed: comparisons of one answer each, of which all or any must hold. They
 * are read from an expression and written back into one; all other expressions stay as typed.
 */
import type { Node, NodeOf } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { printExpression } from '#shared/forms/expressions/print.ts'

/** Operand: the answer to a question, the answer itself, the number of rows, or a column of the choices. */
export type Operand = { of: 'question' | 'rows' | 'attribute'; name: string } | { of: 'self' }

export type Operator =
  | 'is'
  | 'is_not'
  | 'less'
  | 'at_most'
  | 'more'
  | 'at_least'
  | 'has'
  | 'has_not'
  | 'contains'
  | 'answered'
  | 'unanswered'

/** What it is compared with. */
export type Compared =
  | { kind: 'text' | 'date'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'today' }
  | { kind: 'answer'; name: string }

export type Condition = { operand: Operand; operator: Operator; compared?: Compared }
export type Conditions = { all: boolean; conditions: Condition[] }

const signs = { is: '=', is_not: '!=', less: '<', at_most: '<=', more: '>', at_least: '>=' } as const
type Sign = keyof typeof signs
const operatorOf = new Map<string, Sign>(Object.entries(signs).map(([operator, sign]) => [sign, operator as Sign]))

/** A condition that holds for all answers, and how it is written. */
export const always = 'true()'
export const isAlways = (source: string) => source.replaceAll(/\s/g, '') === always

/** The conditions that an expression consists of; null when it says more than can be picked, or cannot be read. */
export function readConditions(source: string): Conditions | null {
  const { tree } = parseExpression(source)
  if (!tree) return null
  const joint = tree.kind === 'binary' && (tree.operator === 'and' || tree.operator === 'or') ? tree.operator : 'and'
  const conditions = operandsOf(tree, joint).map(conditionIn)
  return conditions.every(condition => condition !== null) ? { all: joint === 'and', conditions } : null
}

const operandsOf = (node: Node, joint: 'and' | 'or'): Node[] =>
  node.kind === 'binary' && node.operator === joint
    ? [...operandsOf(node.left, joint), ...operandsOf(node.right, joint)]
    : [node]

function conditionIn(node: Node): Condition | null {
  if (node.kind === 'binary') return comparisonIn(node)
  if (node.kind !== 'call') return null
  if (node.name === 'not' && node.args[0]?.kind === 'call' && node.args[0].name === 'selected') {
    const condition = conditionIn(node.args[0])
    return condition && { ...condition, operator: 'has_not' }
  }
  const operator = ({ selected: 'has', contains: 'contains' } as const)[node.name]
  const operand = node.args[0] && operandIn(node.args[0])
  const compared = node.args[1] && comparedIn(node.args[1])
  if (!operator || !operand) return null
  // Whether this choice was chosen elsewhere, as filters ask: the other way round.
  if (operator === 'has' && node.args[1]?.kind === 'attribute' && operand.of === 'question')
    return {
      operand: { of: 'attribute', name: node.args[1].name },
      operator,
      compared: { kind: 'answer', name: operand.name },
    }
  return compared ? { operand, operator, compared } : null
}

function comparisonIn({ operator: sign, left, right }: NodeOf<'binary'>): Condition | null {
  const operator = operatorOf.get(sign)
  const operand = operandIn(left)
  if (!operator || !operand) return null
  if (right.kind === 'text' && right.value === '')
    return operator === 'is' || operator === 'is_not'
      ? { operand, operator: operator === 'is' ? 'unanswered' : 'answered' }
      : null
  const compared = comparedIn(right)
  return compared ? { operand, operator, compared } : null
}

function operandIn(node: Node): Operand | null {
  if (node.kind === 'self') return { of: 'self' }
  if (node.kind === 'attribute') return { of: 'attribute', name: node.name }
  if (node.kind === 'reference') return node.isLast ? null : { of: 'question', name: node.name }
  if (node.kind === 'call' && node.name === 'count' && node.args[0]?.kind === 'reference')
    return { of: 'rows', name: node.args[0].name }
  return null
}

function comparedIn(node: Node): Compared | null {
  if (node.kind === 'text') return { kind: 'text', value: node.value }
  if (node.kind === 'number') return { kind: 'number', value: node.value }
  if (node.kind === 'minus' && node.operand.kind === 'number') return { kind: 'number', value: -node.operand.value }
  if (node.kind === 'reference') return node.isLast ? null : { kind: 'answer', name: node.name }
  if (node.kind !== 'call') return null
  if (node.name === 'today') return { kind: 'today' }
  const [day] = node.args
  return node.name === 'date' && day?.kind === 'text' ? { kind: 'date', value: day.value } : null
}

/** The expression that says the same; undefined without any condition. */
export function writeConditions({ all, conditions }: Conditions): string | undefined {
  const [first, ...rest] = conditions.map(nodeOf)
  if (!first) return undefined
  const joined = rest.reduce<Node>((left, right) => binary(all ? 'and' : 'or', left, right), first)
  return printExpression(joined)
}

const place = { at: 0, end: 0 }
const binary = (operator: NodeOf<'binary'>['operator'], left: Node, right: Node): Node => ({
  kind: 'binary',
  operator,
  left,
  right,
  ...place,
})
const call = (name: string, ...args: Node[]): Node => ({ kind: 'call', name, args, ...place })
const text = (value: string): Node => ({ kind: 'text', value, ...place })
const reference = (name: string): Node => ({ kind: 'reference', name, isLast: false, ...place })

function nodeOf({ operand, operator, compared }: Condition): Node {
  const subject = operandNode(operand)
  const other = compared ? comparedNode(compared) : text('')
  switch (operator) {
    case 'answered':
      return binary('!=', subject, text(''))
    case 'unanswered':
      return binary('=', subject, text(''))
    case 'has':
    case 'has_not': {
      const selected = operand.of === 'attribute' ? call('selected', other, subject) : call('selected', subject, other)
      return operator === 'has' ? selected : call('not', selected)
    }
    case 'contains':
      return call('contains', subject, other)
    default:
      return binary(signs[operator], subject, other)
  }
}

function operandNode(operand: Operand): Node {
  switch (operand.of) {
    case 'self':
      return { kind: 'self', ...place }
    case 'attribute':
      return { kind: 'attribute', name: operand.name, ...place }
    case 'rows':
      return call('count', reference(operand.name))
    case 'question':
      return reference(operand.name)
  }
}

function comparedNode(compared: Compared): Node {
  switch (compared.kind) {
    case 'text':
      return text(compared.value)
    case 'number': {
      const number: Node = { kind: 'number', value: Math.abs(compared.value), ...place }
      return compared.value < 0 ? { kind: 'minus', operand: number, ...place } : number
    }
    case 'date':
      return call('date', text(compared.value))
    case 'today':
      return call('today')
    case 'answer':
      return reference(compared.name)
  }
}

/** As much of a question as one needs to know it again. */
const enough = 80

/** The beginning of words that are quoted within a sentence, ended between two of them; short ones as they are. */
export function shortened(words: string): string {
  const trimmed = words.trim()
  if (trimmed.length <= enough) return trimmed
  const beginning = trimmed.slice(0, enough)
  const end = beginning.lastIndexOf(' ')
  return `${(end > enough / 2 ? beginning.slice(0, end) : beginning).replace(/[\s.,;:]+$/, '')}…`
}
