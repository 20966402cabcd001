/**
 * Numbers as people type them: with a decimal comma, in the digits of any script, with the thousands set apart. It is the one reader of
 * numbers for answers, fields and imports.
 *
 * A sign that can mean both is read as the person's language reads it: "1.234" is 1234 in German and 1.234 in French. What cannot
 * be a group of thousands is a decimal in any language, because the keypad of a phone often offers only one of the two signs:
 * "1.5" is one and a half in German too.
 */
import { digitsOf, mostDigits } from './digits.ts'
import type { Locale } from './language.ts'
import { westernDigits } from './signs.ts'

/** The sign that sets thousands apart, where it could be taken for a decimal sign; the other one is decimal. */
const groupSign: Record<Locale, '.' | ',' | ''> = { en: ',', hu: '.', de: '.', fr: '', ar: ',' }

export type DecimalSign = '.' | ','
type Reading = {
  /** The decimal sign of the column, where its other cells show it. */
  decimal?: DecimalSign | null | undefined
  /** Whole numbers have no decimals: three digits behind a sign are thousands. */
  isWhole?: boolean | undefined
}

/** The number that was typed, or null where it is none: an empty input, or one with more digits than are kept. */
export function parseNumber(input: string, language: Locale, reading: Reading = {}): number | null {
  const plain = plainFigure(input, language, reading)
  return plain !== null && digitsOf(plain) <= mostDigits ? Number(plain) : null
}

/** Whether it is a number that has more digits than are kept: what is said of it is that, and not that it is none. */
export const hasTooManyDigits = (input: string, language: Locale): boolean =>
  digitsOf(plainFigure(input, language) ?? '') > mostDigits

function plainFigure(input: string, language: Locale, { decimal, isWhole }: Reading = {}): string | null {
  const text = plainSigns(input)
  const group = decimal ? otherSign(decimal) : groupSign[language]
  const plain = (isWhole && wholeNumber(text)) || decimalPoint(text, group)
  return plain !== null && /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? plain : null
}

/** The decimal sign that a column of numbers shows: null where no cell does, or cells contradict each other. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign | null {
  const found = new Set<DecimalSign>()
  for (const cell of cells) {
    const text = plainSigns(cell)
    const signs = /^-?[\d.,]+$/.test(text) ? text.replace(/[^.,]/g, '') : ''
    const last = signs.slice(-1) as DecimalSign
    if (signs === '') continue
    if (new Set(signs).size > 1) found.add(last)
    else if (signs.length > 1) found.add(otherSign(last))
    else if (withoutGroups(text, last) === null) found.add(last)
    if (found.size > 1) break
  }
  return found.size === 1 ? ([...found][0] ?? null) : null
}

const otherSign = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.')

/** Western digits and signs, without the invisible marks that set the direction of the writing. */
const plainSigns = (input: string) =>
  westernDigits(input)
    .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^[\u2010-\u2015\u2212\ufe63\uff0d]/, '-')
    .replace(/\uff0e/g, '.')
    .replace(/\uff0c/g, ',')
    .replace(/\u060c/g, ',')
    .replace(/(?<=\d)[\s'\u2019\u066c](?=\d{3}(?!\d))/g, '')

/** A whole number with its thousands set apart by either sign; null for every other text. */
const wholeNumber = (text: string) => withoutGroups(text, '.') ?? withoutGroups(text, ',')

/** The number with a decimal point and no thousands sign, or null where the signs make no sense together. */
function decimalPoint(text: string, group: '.' | ',' | ''): string | null {
  if (text.includes('\u066b')) return text.replace('\u066b', '.')
  const signs = text.replace(/[^.,]/g, '')
  if (signs === '') return text
  const last = signs.slice(-1)
  const mixed = new Set(signs).size > 1
  if (mixed) {
    const [whole = '', decimals = ''] = splitAtLast(text, last)
    const ungrouped = withoutGroups(whole, last === '.' ? ',' : '.')
    return ungrouped === null ? null : `${ungrouped}.${decimals}`
  }
  if (signs.length > 1) return withoutGroups(text, last)
  return (last === group && withoutGroups(text, last)) || text.replace(last, '.')
}

const splitAtLast = (text: string, sign: string) => {
  const at = text.lastIndexOf(sign)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The digits of a number whose thousands are set apart by `sign`, or null where the groups are none. */
const withoutGroups = (text: string, sign: string): string | null =>
  new RegExp(`^-?[1-9]\\d{0,2}(\\${sign}\\d{3})+$`).test(text) ? text.replaceAll(sign, '') : null
