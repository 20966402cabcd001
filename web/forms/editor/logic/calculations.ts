/** Calculations that can be picked: each is one way to make an expression of a few questions. */
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { printExpression } from '#shared/forms/expressions/print.ts'
import { namesIn } from '#shared/forms/expressions/references.ts'
import type { AnswerKind } from './operators.ts'

export type Calculation = {
  /** What each of its questions must be. */
  takes: AnswerKind
  /** How many questions; the last may be repeated where `open`. */
  least: number
  open?: true
  write: (names: string[]) => string
}

const reference = (name: string) => `\${${name}}`
/** An answer that is not there counts as nothing in a sum. */
const orZero = (name: string) => `coalesce(${reference(name)}, 0)`

export const calculations = {
  sum: { takes: 'number', least: 2, open: true, write: names => names.map(orZero).join(' + ') },
  difference: { takes: 'number', least: 2, write: names => names.map(reference).join(' - ') },
  product: { takes: 'number', least: 2, open: true, write: names => names.map(reference).join(' * ') },
  ratio: { takes: 'number', least: 2, write: names => names.map(reference).join(' div ') },
  percent: { takes: 'number', least: 2, write: names => `round(${names.map(reference).join(' div ')} * 100, 1)` },
  mean: {
    takes: 'number',
    least: 2,
    open: true,
    write: names => `round((${names.map(reference).join(' + ')}) div ${names.length}, 2)`,
  },
  days_since: {
    takes: 'day',
    least: 1,
    write: ([name = '']) => `int(decimal-date-time(today()) - decimal-date-time(${reference(name)}))`,
  },
  days_between: {
    takes: 'day',
    least: 2,
    write: ([from = '', to = '']) => `int(decimal-date-time(${reference(to)}) - decimal-date-time(${reference(from)}))`,
  },
  chosen: { takes: 'several', least: 1, write: ([name = '']) => `count-selected(${reference(name)})` },
} as const satisfies Record<string, Calculation>

export type CalculationName = keyof typeof calculations
export const calculationNames = Object.keys(calculations) as CalculationName[]

const canonical = (source: string) => {
  const { tree } = parseExpression(source)
  return tree && printExpression(tree)
}

/** Which calculation an expression is, and of which questions; undefined for one that was written otherwise. */
export function readCalculation(source: string): { name: CalculationName; names: string[] } | undefined {
  const written = canonical(source)
  if (written === undefined) return undefined
  const names = namesIn(source)
  for (const name of calculationNames)
    for (const order of [names, names.toReversed()])
      if (isOf(name, order) && canonical(calculations[name].write(order)) === written) return { name, names: order }
  return undefined
}

function isOf(name: CalculationName, names: string[]): boolean {
  const calculation: Calculation = calculations[name]
  return names.length === calculation.least || (calculation.open === true && names.length > calculation.least)
}
