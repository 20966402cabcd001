/** Signs that look alike or not at all, and digits of all scripts, for whatever reads what people type. */

/** Dashes of all widths, and the minus. */
export const dashes = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
/** Signs without a width that change no letter: soft hyphens, zero-width blanks, directions, byte order marks. Joiners are part of writing. */
export const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Blanks of all widths; control characters between words are seen as blanks. */
export const blanks = /[\s\p{Zs}\u0085]+/gu

/** More marks in a row than any script writes (Unicode's stream-safe format allows 30). */
const endlessMarks = /\p{M}{31}/u

/** The text in a normal form. One with marks in a row without end stays as it is: ordering them takes the square of their number. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  endlessMarks.test(text) ? text : text.normalize(form)

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
