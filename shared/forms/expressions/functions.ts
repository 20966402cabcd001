import { compared, decimal, power, rounded, sumOf } from '../../lib/decimals.ts'
import { areaOf, type Degrees, metresBetween } from '../shapes.ts'
import type { Rows } from '../tables/contents.ts'
import { allNodes, type Node, type NodeOf } from './node.ts'
import { matchesPattern } from './pattern.ts'
import {
  isBlank,
  listOf,
  numberOf,
  type Scope,
  scalarOf,
  scalarsOf,
  textOf,
  type Value,
  type Work,
  yesOrNo,
} from './values.ts'

/** Splits a list that is separated by spaces, as answers to multiple choices are. */
const wordsOf = (value: Value): string[] => textOf(value).split(/\s+/).filter(Boolean)

const isWithin = (count: number, least: Value | undefined, most: Value | undefined): boolean => {
  const [from, to] = [numberOf(least ?? 0), numberOf(most ?? 0)]
  // ODK takes -1 for "no bound".
  return (from < 0 || count >= from) && (to < 0 || count <= to)
}

/** Functions of yes and no, and of choices. */
export const logicFunctions: Record<string, Work> = {
  not: ([value = '']) => !yesOrNo(value),
  true: () => true,
  false: () => false,
  boolean: ([value = '']) => yesOrNo(value),
  'boolean-from-string': ([value = '']) => ['1', 'true'].includes(textOf(value).toLowerCase()),
  checklist: ([least, most, ...values]) => isWithin(values.flatMap(scalarsOf).filter(yesOrNo).length, least, most),
  'weighted-checklist': ([least, most, ...pairs]) => {
    // Answers in rows go with the weights of the same rows.
    const answers = pairs.flatMap((value, index) => (index % 2 === 0 ? scalarsOf(value) : []))
    const weights = pairs.flatMap((value, index) => (index % 2 === 1 ? scalarsOf(value) : []))
    const sum = answers.reduce<number>(
      (total, answer, index) => total + (yesOrNo(answer) ? numberOf(weights[index] ?? 0) || 0 : 0),
      0,
    )
    return isWithin(sum, least, most)
  },
  selected: ([value = '', wanted = '']) => wordsOf(value).includes(textOf(wanted).trim()),
  'selected-at': ([value = '', index = 0]) => wordsOf(value)[Math.trunc(numberOf(index))] ?? '',
  'count-selected': ([value = '']) => wordsOf(value).length,
}

const one =
  (work: (number: number) => number): Work =>
  ([value = '']) =>
    work(numberOf(value))

/** Numbers among values; unanswered questions are left out. */
const numbersIn = (values: Value[]): number[] =>
  values
    .flatMap(scalarsOf)
    .filter(value => !isBlank(value))
    .map(numberOf)

/** Not a number without any. */
const best = (numbers: number[], isBetter: (one: number, other: number) => boolean): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((found, number) => (isBetter(number, found) ? number : found))

/** "latitude longitude altitude accuracy", as locations are written; several are separated by semicolons. */
const placesIn = (values: Value[]): Degrees[] =>
  values
    .flatMap(value => scalarsOf(value).flatMap(scalar => textOf(scalar).split(';')))
    .map(text => text.trim().split(/\s+/).map(Number))
    .flatMap(([latitude, longitude]) =>
      latitude !== undefined && longitude !== undefined && !Number.isNaN(latitude + longitude)
        ? [{ latitude, longitude }]
        : [],
    )

/** Metres along the great circle. */
export const numberFunctions: Record<string, Work> = {
  number: one(number => number),
  int: one(number => Math.trunc(decimal(number))),
  floor: one(number => Math.floor(decimal(number))),
  ceiling: one(number => Math.ceil(decimal(number))),
  round: ([value = '', places = 0]) => rounded(numberOf(value), numberOf(places)),
  abs: one(Math.abs),
  pow: ([base = '', exponent = '']) => power(numberOf(base), numberOf(exponent)),
  sqrt: one(Math.sqrt),
  log: one(Math.log),
  log10: one(Math.log10),
  exp: one(Math.exp),
  exp10: one(number => power(10, number)),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  asin: one(Math.asin),
  acos: one(Math.acos),
  atan: one(Math.atan),
  atan2: ([y = '', x = '']) => Math.atan2(numberOf(y), numberOf(x)),
  pi: () => Math.PI,
  random: (_, { random }) => random(),
  sum: values => sumOf(numbersIn(values)),
  min: values => best(numbersIn(values), (one, other) => compared(one, other) < 0),
  max: values => best(numbersIn(values), (one, other) => compared(one, other) > 0),
  area: values => areaOf(placesIn(values)),
  'enclosed-area': values => areaOf(placesIn(values)),
  distance: values => {
    const places = placesIn(values)
    return places.reduce((metres, place, index) => metres + metresBetween(places[index - 1] ?? place, place), 0)
  },
}

/** Bound of concatenated texts, longer than any answer. */
const longest = 200_000

const joined = (texts: string[], separator: string): string => {
  let whole = texts[0] ?? ''
  for (let index = 1; index < texts.length && whole.length < longest; index++) whole += separator + texts[index]
  return whole.slice(0, longest)
}

const textsOf = (values: Value[]): string[] => values.flatMap(value => scalarsOf(value).map(textOf))
const characters = (value: Value): string[] => [...textOf(value)]

/** Offsets count from 0; a negative one counts from the end. */
function part(value: Value, from: number, to: number): string {
  const all = characters(value)
  if (Number.isNaN(from) || Number.isNaN(to)) return ''
  return all.slice(from, to).join('')
}

export const textFunctions: Record<string, Work> = {
  string: ([value = '']) => textOf(value),
  'string-length': ([value], scope) => characters(value ?? scope.self()).length,
  substr: ([value = '', from = 0, to]) =>
    part(value, numberOf(from), to === undefined ? characters(value).length : numberOf(to)),
  /** XPath's substring, which counts from 1, takes a length, and rounds its positions. */
  substring: ([value = '', from = 1, length]) => {
    const first = Math.round(numberOf(from))
    const end = length === undefined ? Number.POSITIVE_INFINITY : first + Math.round(numberOf(length))
    return characters(value)
      .filter((_, index) => index + 1 >= first && index + 1 < end)
      .join('')
  },
  'substring-before': ([value = '', mark = '']) => {
    const at = textOf(value).indexOf(textOf(mark))
    return at < 0 ? '' : textOf(value).slice(0, at)
  },
  'substring-after': ([value = '', mark = '']) => {
    const at = textOf(value).indexOf(textOf(mark))
    return at < 0 ? '' : textOf(value).slice(at + textOf(mark).length)
  },
  translate: ([value = '', from = '', to = '']) => {
    const after = characters(to)
    // The first of equal characters counts.
    const replaced = new Map(
      characters(from)
        .map((character, index): [string, string] => [character, after[index] ?? ''])
        .reverse(),
    )
    return characters(value)
      .map(character => replaced.get(character) ?? character)
      .join('')
  },
  'normalize-space': ([value], scope) =>
    textOf(value ?? scope.self())
      .trim()
      .replace(/\s+/g, ' '),
  concat: values => joined(textsOf(values), ''),
  join: ([separator = '', ...values]) => joined(textsOf(values), textOf(separator)),
  contains: ([value = '', wanted = '']) => textOf(value).includes(textOf(wanted)),
  'starts-with': ([value = '', wanted = '']) => textOf(value).startsWith(textOf(wanted)),
  'ends-with': ([value = '', wanted = '']) => textOf(value).endsWith(textOf(wanted)),
  /** An unsupported pattern is a mistake of the form; until it is corrected, nothing matches it. */
  regex: ([value = '', pattern = ''], { budget }) => matchesPattern(textOf(value), textOf(pattern), budget) ?? false,
  uuid: ([length], { random }) => {
    const hex = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')
    if (length !== undefined && !isBlank(numberOf(length))) return hex(Math.min(Math.max(numberOf(length), 0), 100))
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(Math.floor(random() * 4))}${hex(3)}-${hex(12)}`
  },
}

// Lookups in tables and lists: `pulldata`, and the rows of an `instance`.

/** pulldata('farms', 'name', 'id', ${farm}): the column of the first matching row; empty without one. */
export function pulled([table = '', column = '', key = '', wanted = '']: string[], scope: Scope): Value {
  const rows = scope.table(table)
  const [found] = rows?.find(key, wanted.trim()) ?? []
  return found === undefined ? '' : (rows?.cell(found, column) ?? '')
}

/** `evaluate` is passed in, to avoid a circular import. */
type Evaluate = (node: Node, scope: Scope) => Value

export function lookedUp({ table, filters, column }: NodeOf<'items'>, scope: Scope, evaluate: Evaluate): Value {
  const rows = scope.table(table)
  if (!rows) return ''
  const [first, ...others] = filters
  let found: readonly number[] = first
    ? fitting(rows, first, likely(rows, first, scope, evaluate), scope, evaluate)
    : rows.rows.map((_, row) => row)
  for (const filter of others) found = fitting(rows, filter, found, scope, evaluate)
  scope.budget.spend(found.length)
  const shown = column ?? rows.columns[0] ?? ''
  const [only, ...more] = found
  // A single row is a plain value.
  if (only !== undefined && more.length === 0 && column !== undefined) return rows.cell(only, shown)
  return listOf(found.map(row => rows.cell(row, shown)))
}

/** Filters rows; a number selects one by position. */
function fitting(rows: Rows, filter: Node, among: readonly number[], scope: Scope, evaluate: Evaluate): number[] {
  return among.filter((row, index) => {
    const worth = evaluate(filter, {
      ...scope,
      attribute: name => rows.cell(row, name),
      position: () => index + 1,
    })
    return typeof worth === 'number' ? worth === index + 1 : yesOrNo(worth)
  })
}

/** Candidate rows of a condition: few where it compares a column with a text, possibly with another condition. */
function likely(rows: Rows, filter: Node, scope: Scope, evaluate: Evaluate): readonly number[] {
  const wanted = wantedText(filter, scope, evaluate)
  return wanted && rows.has(wanted.column) ? rows.find(wanted.column, wanted.text) : rows.rows.map((_, row) => row)
}

/** Column and text that a condition compares; undefined for other conditions. */
export function wantedText(
  filter: Node,
  scope: Scope,
  evaluate: Evaluate,
): { column: string; text: string } | undefined {
  if (filter.kind !== 'binary') return undefined
  const { operator, left, right } = filter
  if (operator === 'and') return wantedText(left, scope, evaluate) ?? wantedText(right, scope, evaluate)
  if (operator !== '=') return undefined
  const [column, other] = left.kind === 'attribute' ? [left, right] : [right, left]
  if (column.kind !== 'attribute' || allNodes(other).some(({ kind }) => kind === 'attribute' || kind === 'call'))
    return undefined
  const worth = evaluate(other, scope)
  const scalar = typeof worth === 'object' && worth.kind === 'list' ? undefined : scalarOf(worth)
  // Numbers and days are compared by value, not by spelling.
  return typeof scalar === 'string' && scalar !== '' ? { column: column.name, text: textOf(scalar) } : undefined
}
