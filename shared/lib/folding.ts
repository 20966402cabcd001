/**
 * Stored form of names, identifiers, codes and addresses; `searching.ts` compares and finds them. The database folds
 * alike (`fold_plain`, `fold` and `normalized_identifier` in the migrations), held by server/lib/db/folding.test.ts.
 */
/**
 * Bound of folded texts, longer than any name, identifier, code or address; the contract refuses longer ones for their
 * length.
 */
const longest = 2_000

/** True for nearly all names, which need no folding. */
const isPlain = /^[!-~]+( [!-~]+)*$/

/** Blanks and joiners at both ends. A run of them is scanned once. */
const outer = /^[ \u200c\u200d]+|(?<![ \u200c\u200d])[ \u200c\u200d]+$/g

/** Stored form of a name or title: composed (NFC), without invisible characters, single blanks and ordinary hyphens. */
export const normalizedText = (text: string): string =>
  text.length > longest || isPlain.test(text)
    ? text
    : normalized(text, 'NFC')
        .replace(invisible, '')
        .replace(/[\u2010\u2011]/g, '-')
        .replace(blanks, ' ')
        .replace(outer, '')

/**
 * Stored form of an ear tag, plate or number: as `normalizedText`, in half width, with one hyphen for all dashes and
 * Western digits.
 */
export const normalizedIdentifier = (text: string): string =>
  text.length > longest
    ? text
    : westernDigits(
        normalizedText(normalized(text, 'NFKC'))
          .replace(dashes, '-')
          .replace(/[\u200c\u200d]/g, ''),
      )

/** Comparable form of a code that was typed, dictated or scanned: lower case letters and digits without separators. */
export const foldCode = (text: string): string =>
  text.length > longest
    ? text
    : westernDigits(normalized(text, 'NFKC'))
        .replace(/[\p{Z}\p{Cc}\p{Cf}\p{Pd}\u2212·._]/gu, '')
        .toLowerCase()

/** Comparable and stored form of an email address: lower case, composed, the domain in ASCII. */
export function foldedEmail(text: string): string {
  if (text.length > longest) return text
  const address = normalized(text, 'NFKC').replace(invisible, '').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || !/[^\x20-\x7e]/.test(domain) || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return address
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

// Similar and invisible characters, and digits of all scripts, for code that reads typed text.

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
