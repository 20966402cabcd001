/**
 * Numbers as people type them: with a decimal comma, in Arabic-Indic digits, with the thousands set apart.
 *
 * A sign that can mean both is read as the person's language reads it: "1.234" is 1234 in German and 1.234 in French. What cannot
 * be a group of thousands is a decimal in any language, because the keypad of a phone often offers only one of the two signs:
 * "1.5" is one and a half in German too.
 */
import { digitsOf, mostDigits } from '../../lib/decimals.ts'
import { westernDigits } from '../../lib/folding.ts'
import type { Locale } from '../../lib/language.ts'

/** The sign that sets thousands apart, where it could be taken for a decimal sign; the other one is decimal. */
const groupSign: Record<Locale, '.' | ',' | ''> = { en: ',', hu: '.', de: '.', fr: '', ar: ',' }

/** The number that was typed, or null where it is none: an empty input, or one with more digits than are kept. */
export function parseNumber(input: string, language: Locale): number | null {
  const plain = plainFigure(input, language)
  return plain !== null && digitsOf(plain) <= mostDigits ? Number(plain) : null
}

/** Whether it is a number that has more digits than are kept: what is said of it is that, and not that it is none. */
export const hasTooManyDigits = (input: string, language: Locale): boolean =>
  digitsOf(plainFigure(input, language) ?? '') > mostDigits

function plainFigure(input: string, language: Locale): string | null {
  const plain = decimalPoint(plainSigns(input), groupSign[language])
  return plain !== null && /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? plain : null
}

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
