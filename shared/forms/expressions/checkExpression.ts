/**
 * What is wrong with an expression where it stands, before anybody fills in the form: what cannot be read, what it refers to that is
 * not there, and what can never make sense. Each fault points at its place in the text.
 */
import type { Fault, FaultValues } from './fault.ts'
import { allNodes, type BinaryOperator, type Node } from './node.ts'
import { numberFunctions } from './numberFunctions.ts'
import { parseExpression } from './parse.ts'
import { isPattern } from './pattern.ts'
import { referencesIn } from './references.ts'
import { signatureOf, type ValueType } from './signatures.ts'
import { dayFrom, numberOf } from './values.ts'

/** What an expression may speak of. */
export type Surroundings = {
  /** Of what a question's answer is; 'rows' for a repeat, 'none' for what has no answer, undefined for what does not exist. */
  typeOf(name: string): ValueType | 'rows' | 'none' | undefined
  /** Whether `.` means something here. */
  hasSelf: boolean
  /** The columns of the choices that a filter looks at; null where there is no filter. */
  attributes: ReadonlySet<string> | null
}

/** Everything that is wrong, in the order of the text; empty for an expression that can be used. */
export function checkExpression(source: string, surroundings: Surroundings): Fault[] {
  const { tree, fault } = parseExpression(source)
  if (!tree) return [fault]
  return [...referenceFaults(tree, surroundings), ...allNodes(tree).flatMap(node => faultsAt(node, surroundings))].sort(
    (one, other) => one.at - other.at,
  )
}

const referenceFaults = (tree: Node, { typeOf }: Surroundings): Fault[] =>
  referencesIn(tree).flatMap(({ name, at, end }): Fault[] => {
    const type = typeOf(name)
    if (type === undefined) return [{ code: 'unknown_reference', at, length: end - at, values: { name } }]
    return type === 'none' ? [{ code: 'no_value', at, length: end - at, values: { name } }] : []
  })

function faultsAt(node: Node, { hasSelf, attributes }: Surroundings): Fault[] {
  const fault = (code: Fault['code'], part: Node, values?: FaultValues): Fault[] => [
    { code, at: part.at, length: part.end - part.at, ...(values && { values }) },
  ]
  switch (node.kind) {
    case 'self':
      return hasSelf ? [] : fault('no_self', node)
    case 'attribute':
      return attributes?.has(node.name) ? [] : fault('unknown_attribute', node, { name: node.name })
    case 'minus':
      return neverNumber(node.operand) ? fault('expression_type', node.operand) : []
    case 'binary':
      if (!arithmetic.has(node.operator)) return []
      return [node.left, node.right].filter(neverNumber).flatMap(part => fault('expression_type', part))
    case 'call': {
      const [first, second] = node.args
      if (node.name === 'regex' && second?.kind === 'text' && !isPattern(second.value))
        return fault('pattern_not_supported', second)
      if (node.name in numberFunctions && first && node.name !== 'number' && neverNumber(first))
        return fault('expression_type', first)
      return node.args
        .filter(arg => arg.kind === 'parent' && node.name !== 'position')
        .flatMap(arg => fault('expression_unexpected', arg, { found: '..' }))
    }
    default:
      return []
  }
}

const arithmetic: ReadonlySet<BinaryOperator> = new Set(['+', '-', '*', 'div', 'mod'])

/** A text that is written there and is neither a number nor a date. */
const neverNumber = (node: Node): boolean =>
  node.kind === 'text' && Number.isNaN(numberOf(node.value)) && !/[;\s]/.test(node.value) && !dayFrom(node.value)

/** Of what an expression is, as far as it can be known: for offering what fits. */
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

/** What passes one of its arguments on is of their type, where they agree. */
function callType(name: string, args: Node[], typeOf: Surroundings['typeOf']): ValueType {
  const passed = { if: args.slice(1), coalesce: args, once: args }[name]
  if (!passed) return signatureOf(name)?.gives ?? 'any'
  const [type, ...others] = new Set(passed.map(arg => typeOfExpression(arg, typeOf)))
  return type !== undefined && others.length === 0 ? type : 'any'
}
