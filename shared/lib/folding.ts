/**
 * Two foldings of texts: `keptText` is how a name is kept, `foldedText` how texts are compared and found. The database folds alike
 * (`fold_plain`, `fold` and `kept_mark` in the migrations); server/lib/db/folding.test.ts holds both together.
 */

/** Dashes of all widths, and the minus. */
const dashes = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
/** Signs without a width that change no letter: soft hyphens, zero-width blanks, directions, byte order marks. Joiners are part of writing. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Blanks of all widths; control characters between words are seen as blanks. */
const blanks = /[\s\p{Zs}\u0085]+/gu

/** Nearly all names are, in lists of many. */
const isPlain = /^[!-~]+( [!-~]+)*$/

/** A name or title as it is kept: composed (NFC), without invisible signs, one ordinary blank between words, ordinary hyphens. */
export const keptText = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(invisible, '')
        .replace(/[\u2010\u2011]/g, '-')
        .replace(blanks, ' ')
        .replace(/^[ \u200c\u200d]+|[ \u200c\u200d]+$/g, '')

/** An ear tag, plate or number as it is kept: as `keptText`, in half width, with one hyphen for all dashes and the digits of the West. */
export const keptMark = (text: string): string =>
  westernDigits(
    keptText(text.normalize('NFKC'))
      .replace(dashes, '-')
      .replace(/[\u200c\u200d]/g, ''),
  )

/** A code as it is compared, whether a person typed or read it aloud, or a camera read it: small letters and digits, nothing between them. */
export const foldedCode = (text: string): string =>
  westernDigits(text.normalize('NFKC'))
    .replace(/[\p{Z}\p{Cc}\p{Cf}\p{Pd}\u2212·._]/gu, '')
    .toLowerCase()

/** An e-mail address as it is compared and kept: small letters, composed, the domain as the name system knows it. */
export function foldedEmail(text: string): string {
  const address = text.normalize('NFKC').replace(invisible, '').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || !/[^\x20-\x7e]/.test(domain) || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return address
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

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
    text
      .replace(invisible, '')
      .replace(/[\u2019\u2018\u02bc\u2032\u00b4`]/g, "'")
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFKD')
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
    text
      .normalize('NFC')
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

/** The text with 0 to 9 for the digits of all scripts. */
export const westernDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, westernDigit)

const isDigit = /^\p{Nd}$/u

/** Digits of a script follow each other from its zero; where scripts do so without a gap, their digits are counted on. */
function westernDigit(digit: string): string {
  const wide = digit.normalize('NFKC')
  if (wide !== digit) return wide
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
