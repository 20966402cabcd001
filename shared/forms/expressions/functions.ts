import { compared, decimal, power, rounded, sumOf } from '../../lib/decimals.ts'
import { areaOf, type Degrees, metresBetween } from '../shapes.ts'
import { matchesPattern } from './pattern.ts'
import { isBlank, numberOf, scalarsOf, textOf, type Value, type Work, yesOrNo } from './values.ts'

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
