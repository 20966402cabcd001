/**
 * Evaluates an expression in its scope. It always has a value: nonsense is "not a number" or empty, as in XPath, and
 * `checkExpression.ts` reports it beforehand.
 */
import { difference, product, quotient, remainder, sum } from '../../lib/decimals.ts'
import { dayFunctions } from './dayFunctions.ts'
import { logicFunctions, lookedUp, numberFunctions, pulled, textFunctions } from './functions.ts'
import type { BinaryOperator, Node, NodeOf } from './node.ts'
import { questionNamed } from './references.ts'
import {
  areDifferent,
  areEqual,
  compares,
  isBlank,
  isList,
  numberOf,
  type Scope,
  scalarOf,
  scalarsOf,
  textOf,
  type Value,
  type Work,
  yesOrNo,
} from './values.ts'

/** Functions of values alone; the others decide which of their arguments are evaluated, and how. */
const works = new Map<string, Work>(
  Object.entries({ ...logicFunctions, ...textFunctions, ...numberFunctions, ...dayFunctions }),
)

/** Throws `BudgetExceeded` where the budget of the scope does not suffice. */
export function evaluate(node: Node, scope: Scope): Value {
  scope.budget.spend(1)
  switch (node.kind) {
    case 'number':
    case 'text':
      return node.value
    case 'reference':
      return node.isLast ? scope.readLast(node.name) : scope.read(node.name)
    case 'self':
      return scope.self()
    case 'parent':
      return ''
    case 'attribute':
      return scope.attribute(node.name)
    case 'minus':
      return -numberOf(evaluate(node.operand, scope))
    case 'binary':
      return operated(node, scope)
    case 'items':
      return lookedUp(node, scope, evaluate)
    case 'call':
      return called(node, scope)
  }
}

function operated({ operator, left, right }: NodeOf<'binary'>, scope: Scope): Value {
  const one = evaluate(left, scope)
  if (operator === 'and') return yesOrNo(one) && yesOrNo(evaluate(right, scope))
  if (operator === 'or') return yesOrNo(one) || yesOrNo(evaluate(right, scope))
  const other = evaluate(right, scope)
  // Every value of one list is compared with every value of the other.
  scope.budget.spend(sizeOf(one) * sizeOf(other))
  return operators[operator](one, other)
}

const operators: Record<Exclude<BinaryOperator, 'and' | 'or'>, (left: Value, right: Value) => Value> = {
  '=': areEqual,
  '!=': areDifferent,
  '<': (left, right) => compares(left, right, order => order < 0),
  '<=': (left, right) => compares(left, right, order => order <= 0),
  '>': (left, right) => compares(left, right, order => order > 0),
  '>=': (left, right) => compares(left, right, order => order >= 0),
  '+': (left, right) => sum(numberOf(left), numberOf(right)),
  '-': (left, right) => difference(numberOf(left), numberOf(right)),
  '*': (left, right) => product(numberOf(left), numberOf(right)),
  div: (left, right) => quotient(numberOf(left), numberOf(right)),
  mod: (left, right) => remainder(numberOf(left), numberOf(right)),
}

function called({ name, args }: NodeOf<'call'>, scope: Scope): Value {
  const work = works.get(name)
  if (work) return worked(work, args, scope)
  const [first, second, third] = args
  const value = (node: Node | undefined): Value => (node ? evaluate(node, scope) : '')
  switch (name) {
    case 'if':
      return value(yesOrNo(value(first)) ? second : third)
    case 'coalesce':
      return coalesced(args, scope)
    case 'once':
      return isBlank(scalarOf(scope.self())) ? value(first) : scope.self()
    case 'pulldata':
      return pulled(
        args.map(arg => textOf(value(arg))),
        scope,
      )
    case 'position':
      return scope.position(first?.kind === 'parent' ? first.levels : 1)
    case 'count':
      return counted(value(first))
    case 'count-non-empty':
      return scalarsOf(value(first)).filter(one => !isBlank(one)).length
    case 'indexed-repeat':
      return inRow(args, scope)
    case 'jr:choice-name':
      return scope.choiceNames(textOf(value(first)), nameOf(second) ?? '')
    default:
      throw new Error(`The function ${name} has a signature and does nothing.`)
  }
}

/** Charges functions for their arguments, letter by letter where they read letters, and for concatenated results. */
function worked(work: Work, args: Node[], scope: Scope): Value {
  const values = args.map(arg => evaluate(arg, scope))
  scope.budget.spend(values.reduce<number>((total, value) => total + sizeOf(value), 1))
  const value = work(values, scope)
  if (typeof value === 'string') scope.budget.write(value.length)
  return value
}

const lettersInAStep = 4

function sizeOf(value: Value): number {
  if (typeof value === 'string') return 1 + value.length / lettersInAStep
  if (!isList(value)) return 1
  return value.values.reduce<number>((total, one) => total + sizeOf(one), 1)
}

/** Rows in which a question is asked, or rows of the repeat. */
const counted = (value: Value): number => (isList(value) ? value.values.length : isBlank(value) ? 0 : 1)

/** First argument with an answer. */
function coalesced(args: Node[], scope: Scope): Value {
  for (const arg of args) {
    const value = scalarOf(evaluate(arg, scope))
    if (!isBlank(value)) return value
  }
  return ''
}

/** indexed-repeat(${question}, ${repeat}, number, ${inner repeat}, number …) */
function inRow([question, ...places]: Node[], scope: Scope): Value {
  const rows: { repeat: string; number: number }[] = []
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [repeat, number] = [places[index], places[index + 1]]
    if (number) rows.push({ repeat: nameOf(repeat) ?? '', number: numberOf(evaluate(number, scope)) })
  }
  return scope.readRow(nameOf(question) ?? '', rows)
}

/** Question that an argument names, instead of its answer. */
function nameOf(node: Node | undefined): string | undefined {
  if (node?.kind === 'reference') return node.name
  return node?.kind === 'text' ? questionNamed(node.value) : undefined
}
