/** Compares and finds texts; `folding.ts` has their stored form. Separate, because the entrance searches nothing. */
import { blanks, dashes, invisible, normalized, westernDigits } from './folding.ts'

/** Letters with a stroke, ligatures, and Arabic letters with several forms. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ە: 'ه',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '′': "'",
  '`': "'",
  '´': "'",
}
const isOther = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** Comparable form of a text: lower case without accents, ordinary blanks, hyphens and digits, nothing invisible. */
export const foldedText = (text: string): string =>
  westernDigits(
    normalized(
      normalized(text.replace(invisible, '').replace(/[\u2019\u2018\u02bc\u2032\u00b4`]/g, "'"), 'NFKC').toLowerCase(),
      'NFKD',
    )
      .replace(/[\p{M}\u0640\u200c\u200d]/gu, '')
      .replace(isOther, letter => letters[letter] ?? letter)
      .replace(dashes, '-')
      .replace(blanks, ' ')
      .trim(),
  )

/** Umlauts spelled out: Mueller for Müller. */
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const spelledOut = (text: string): string =>
  foldedText(
    normalized(text, 'NFC')
      .toLowerCase()
      .replace(/[äöüåø]/g, letter => umlauts[letter] ?? letter),
  )

/**
 * Search texts where both the folded form and, on a line of its own, the spelled-out form are stored (`fold` in the
 * migrations).
 */
export const soughtTexts = (wanted: string): string[] => [...new Set([foldedText(wanted), spelledOut(wanted)])]

/**
 * Tells whether a search for `wanted` finds the text, with any typing of accents, umlauts, digits, dashes and blanks:
 * "mueller", "muller" and "müller" all find Müller.
 */
export function textHolds(text: string, wanted: string): boolean {
  const kept = soughtTexts(text)
  return soughtTexts(wanted).some(sought => kept.some(one => one.includes(sought)))
}

/** Separators between the parts of an identifier, visible or not. The database knows the same (`bare_identifier`). */
const controls = '\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069'
const hyphens = '\\-\u2010-\u2015'
const punctuation = "\\s.,:;_/*#'\u00b7\u2019\u00d7\u00f7\u02d7\u201a\u201b\u201e\u2044\u204e\u2215\u3001\u3002"
const signs = new RegExp(`[${controls}${hyphens}${punctuation}]`, 'g')

/** Normalises an identifier: no separators, lower case. Leading zeros stay. */
export const normalizeIdentifier = (identifier: string): string => foldedText(identifier).replace(signs, '')

/** Folds a heading or word for comparison, without separators. */
export const foldWord = (text: string) => foldedText(text).replace(/[\p{P}\p{Z}\p{Cc}\p{Cf}]/gu, '')
