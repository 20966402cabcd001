/** Similar and invisible characters, and digits of all scripts, for code that reads typed text. */

/** Dashes of all widths, and the minus. */
export const dashes = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
/**
 * Zero-width characters that change no letter: soft hyphens, zero-width blanks, direction marks, byte order marks.
 * Joiners are part of writing and stay.
 */
export const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Blanks of all widths; control characters between words count as blanks. */
export const blanks = /[\s\p{Zs}\u0085]+/gu

/** Combining marks in a row beyond any script (Unicode's stream-safe format allows 30). */
const endlessMarks = /\p{M}{31}/u

/**
 * Normalises a text. One with too many combining marks in a row stays as it is, because ordering them takes quadratic
 * time.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  endlessMarks.test(text) ? text : text.normalize(form)

/** Replaces the digits of all scripts by 0 to 9. */
export const westernDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, westernDigit)

const isDigit = /^\p{Nd}$/u

/** Digits of a script follow its zero; where scripts follow each other without a gap, counting continues. */
function westernDigit(digit: string): string {
  const wide = digit.normalize('NFKC')
  if (wide !== digit) return wide
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
