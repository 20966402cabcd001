/** What stands in a question before anybody answers: a value that fits its type, or an expression. */
import type { AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Default } from '#shared/forms/elementFields.ts'
import { allNodes } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { misfitOf, violationOf } from '#shared/forms/fit.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Node } from './outline.ts'
import type { Workshop } from './questionOf.ts'

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

/** Like XLSForm's converter: what asks for an answer, calls a function or calculates is worked out; a minus alone is part of dates. */
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

/** Spreadsheets keep a time as its share of the day, which is what stands in the cell once it lost its format. */
function timeOfDay(text: string): string | undefined {
  if (!/^0?\.\d+$/.test(text)) return undefined
  const minutes = Math.round(Number(text) * 24 * 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  return minutes < 24 * 60 ? `${hours}:${rest}` : undefined
}
