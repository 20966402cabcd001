/**
 * Stored form of names, identifiers, codes and addresses; `searching.ts` compares and finds them. The database folds
 * alike (`fold_plain`, `fold` and `kept_mark` in the migrations), held by server/lib/db/folding.test.ts.
 */
import { blanks, dashes, invisible, normalized, westernDigits } from './signs.ts'

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
export const keptText = (text: string): string =>
  text.length > longest || isPlain.test(text)
    ? text
    : normalized(text, 'NFC')
        .replace(invisible, '')
        .replace(/[\u2010\u2011]/g, '-')
        .replace(blanks, ' ')
        .replace(outer, '')

/**
 * Stored form of an ear tag, plate or number: as `keptText`, in half width, with one hyphen for all dashes and Western
 * digits.
 */
export const keptMark = (text: string): string =>
  text.length > longest
    ? text
    : westernDigits(
        keptText(normalized(text, 'NFKC'))
          .replace(dashes, '-')
          .replace(/[\u200c\u200d]/g, ''),
      )

/** Comparable form of a code that was typed, dictated or scanned: lower case letters and digits without separators. */
export const foldedCode = (text: string): string =>
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
