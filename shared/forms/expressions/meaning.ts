/**
 * Valid expressions that never make sense: a removed choice, a text compared with a number or a day, rows where one
 * answer is needed. They would silently evaluate to "no" for ever.
 */
import type { Surroundings } from './checkExpression.ts'
import type { Fault, FaultValues } from './fault.ts'
import type { Node, NodeOf } from './node.ts'
import { dayFrom, numberOf, timeFrom } from './values.ts'

export const faultAt = (code: Fault['code'], { at, end }: Node, values?: FaultValues): Fault => ({
  code,
  at,
  length: end - at,
  ...(values && { values }),
})

/** A literal text that is neither a number nor a date. */
export const neverNumber = (node: Node): boolean =>
  node.kind === 'text' && Number.isNaN(numberOf(node.value)) && !/[;\s]/.test(node.value)

/** A text that cannot be compared with a number, day or time; the empty one tests for an answer. */
const neverCompares = (node: Node): boolean =>
  node.kind === 'text' && node.value.trim() !== '' && neverNumber(node) && !timeFrom(node.value.trim())

/** Faults of a comparison's two sides. */
export function comparisonFaults({ operator, left, right }: NodeOf<'binary'>, surroundings: Surroundings): Fault[] {
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
export const rowsFaults = (node: Node, { typeOf }: Surroundings): Fault[] =>
  node.kind === 'reference' && typeOf(node.name) === 'rows' ? [faultAt('no_value', node, { name: node.name })] : []

/** Faults of a choice that is compared with its question: it is not, or no longer, among its choices. */
export function choiceFaults(written: Node, question: Node, { choicesOf, self }: Surroundings): Fault[] {
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
export function argumentFaults({ name, args, at, end }: NodeOf<'call'>, surroundings: Surroundings): Fault[] {
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
