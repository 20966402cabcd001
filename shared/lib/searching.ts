/** How texts are compared and found, apart from how they are kept (`folding.ts`): the entrance keeps codes and addresses, and searches nothing. */
import { blanks, dashes, invisible, normalized, westernDigits } from './signs.ts'

/** Letters that are another one with a stroke, or two in one; Arabic ones that are written in several ways. */
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

/** A text by which texts are compared and found: small letters without accents, ordinary blanks, hyphens and digits, nothing invisible. */
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

/** Umlauts as they are written without them: Mueller for Müller. */
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const spelledOut = (text: string): string =>
  foldedText(
    normalized(text, 'NFC')
      .toLowerCase()
      .replace(/[äöüåø]/g, letter => umlauts[letter] ?? letter),
  )

/** What is looked for where a text is kept both folded and, in a line of its own, with its umlauts spelled out (`fold` in the migrations). */
export const soughtTexts = (wanted: string): string[] => [...new Set([foldedText(wanted), spelledOut(wanted)])]

/** Whether somebody who looks for `wanted` means the text, however accents, umlauts, digits, dashes and blanks are typed: "mueller", "muller" and "müller" all find Müller. */
export function textHolds(text: string, wanted: string): boolean {
  const kept = soughtTexts(text)
  return soughtTexts(wanted).some(sought => kept.some(one => one.includes(sought)))
}
