import { westernDigits } from './folding.ts'
import type { Locale } from './language.ts'

// Digits of numbers, for code that reads or limits them without calculating (`decimals.ts`).

/** Significant decimal digits that a number keeps (IEEE 754, DBL_DIG). */
export const maxDigits = 15

/** Counts the significant digits of a number: 3 for 0.0125 and for 125000. Scans a run of zeros once. */
export const digitsOf = (value: number | string): number =>
  (/^[^e]*/i.exec(String(value))?.[0] ?? '').replace(/[^0-9]/g, '').replace(/^0+|(?<!0)0+$/g, '').length

/** Smallest number with more digits before the point than a number keeps. */
export const tooLarge = 10 ** maxDigits

// Parses typed numbers, for answers, fields and imports: decimal commas, digits of any script, thousands separators. An
// ambiguous sign follows the person's language ("1.234" is 1234 in German, 1.234 in French). Where no thousands group
// is possible the sign is decimal in any language, because a phone's keypad often has only one of the two.

/** Thousands separator of the language; the other sign is decimal. */
const groupSign: Record<Locale, '.' | ',' | ''> = { en: ',', hu: '.', de: '.', fr: '', ar: ',' }

export type DecimalSign = '.' | ','
type Reading = {
  /** Decimal sign of the column, where its other cells show it. */
  decimal?: DecimalSign | null | undefined
  /** Whole numbers have no decimals: three digits after a sign are thousands. */
  isWhole?: boolean | undefined
}

/** Parses a typed number; null for none, an empty input, or more digits than are kept. */
export function parseNumber(input: string, language: Locale, reading: Reading = {}): number | null {
  const plain = plainFigure(input, language, reading)
  return plain !== null && digitsOf(plain) <= maxDigits ? Number(plain) : null
}

/** Tells whether it is a number with more digits than are kept, which has a message of its own. */
export const hasTooManyDigits = (input: string, language: Locale): boolean =>
  digitsOf(plainFigure(input, language) ?? '') > maxDigits

function plainFigure(input: string, language: Locale, { decimal, isWhole }: Reading = {}): string | null {
  const text = plainSigns(input)
  const group = decimal ? otherSign(decimal) : groupSign[language]
  const plain = (isWhole && wholeNumber(text)) || decimalPoint(text, group)
  return plain !== null && /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? plain : null
}

/** Derives the decimal sign of a column; null where no cell shows it, or cells contradict each other. */
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

/** Converts to Western digits and signs, without invisible direction marks. */
const plainSigns = (input: string) =>
  westernDigits(input)
    .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^[\u2010-\u2015\u2212\ufe63\uff0d]/, '-')
    .replace(/\uff0e/g, '.')
    .replace(/\uff0c/g, ',')
    .replace(/\u060c/g, ',')
    .replace(/(?<=\d)[\s'\u2019\u066c](?=\d{3}(?!\d))/g, '')

/** Parses a whole number with thousands separators of either kind; null for other text. */
const wholeNumber = (text: string) => withoutGroups(text, '.') ?? withoutGroups(text, ',')

/** Converts to a decimal point without thousands separators; null where the signs are inconsistent. */
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

/** Digits of a number with `sign` as thousands separator; null where its groups are not of three. */
const withoutGroups = (text: string, sign: string): string | null =>
  new RegExp(`^-?[1-9]\\d{0,2}(\\${sign}\\d{3})+$`).test(text) ? text.replaceAll(sign, '') : null
