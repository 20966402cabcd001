/** What must hold for any expression whatever; the short and the long test run it on different numbers of them. */
import { Budget } from '#shared/forms/expressions/budget.ts'
import { checkExpression } from '#shared/forms/expressions/checkExpression.ts'
import { evaluate } from '#shared/forms/expressions/evaluate.ts'
import type { Node } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { printExpression } from '#shared/forms/expressions/print.ts'
import { textOf } from '#shared/forms/expressions/values.ts'
import { pretendScope } from '#testing/expressions/pretendScope.ts'
import { chanceFrom, randomScraps, randomTree } from './fuzz.ts'

const pretended = pretendScope({ a: 'x', n: 4, word: 'Barn 2', crops: 'maize wheat', weights: [40, '', 60], '.': 7 })
const fresh = () => ({ ...pretended, budget: new Budget() })
const surroundings = { typeOf: () => 'any' as const, hasSelf: true, attributes: new Set<string>() }

/** Throws at the first of `count` random expressions that breaks a promise; the message has the expression. */
export function fuzz(seed: number, count: number): void {
  const chance = chanceFrom(seed)
  for (let round = 0; round < count; round++) {
    keepsMeaning(randomTree(chance, 5))
    staysCalm(randomScraps(chance))
  }
}

/** Writing a tree and reading it again gives the same tree, and it comes to a value whatever it is. */
function keepsMeaning(tree: Node): void {
  const source = printExpression(tree)
  const { tree: again } = parseExpression(source)
  if (!again || printExpression(again) !== source) throw new Error(`Not the same after writing: ${source}`)
  if (shapeOf(again) !== shapeOf(tree) && !/concat\('/.test(source))
    throw new Error(`Read as something else: ${source}`)
  if (typeof textOf(evaluate(again, fresh())) !== 'string') throw new Error(`Comes to nothing: ${source}`)
}

const shapeOf = (node: Node) =>
  JSON.stringify(node, (key, value) => (key === 'at' || key === 'end' ? undefined : value))

/** Anything at all is either an expression or refused with places inside the text. */
function staysCalm(source: string): void {
  const faults = checkExpression(source, surroundings)
  const isInside = faults.every(({ at, length }) => at >= 0 && length >= 0 && at + length <= source.length)
  if (!isInside) throw new Error(`Points beside the text: ${source}`)
  const { tree } = parseExpression(source)
  if (tree) evaluate(tree, fresh())
}
