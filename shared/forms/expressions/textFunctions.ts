import { matchesPattern } from './pattern.ts'
import type { Work } from './scope.ts'
import { isBlank, numberOf, scalarsOf, textOf, type Value } from './values.ts'

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
