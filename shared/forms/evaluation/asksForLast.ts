import type { Definition } from '../definition.ts'
import { parseExpression } from '../expressions/parse.ts'
import { asksLast } from '../expressions/references.ts'
import { compileForm } from './compile.ts'

/** Tells whether a form reads the previous answers anywhere. */
export const asksForLast = (definition: Definition): boolean =>
  compileForm(definition).parts.some(part => part.asksLast || part.question?.default?.from === 'last_answer') ||
  (definition.triggers ?? []).some(({ when }) => when.on === 'answers' && asksForLastIn(when.holds))

export function asksForLastIn(expression: string): boolean {
  const { tree } = parseExpression(expression)
  return tree !== undefined && asksLast(tree)
}
