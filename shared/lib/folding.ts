/**
 * How texts are kept: names, marks, codes and addresses; how they are compared and found is in `searching.ts`. The database folds
 * alike (`fold_plain`, `fold` and `kept_mark` in the migrations); server/lib/db/folding.test.ts holds both together.
 */
import { blanks, dashes, invisible, normalized, westernDigits } from './signs.ts'

/** Longer than any name, mark, code or address: such a text is not folded, and the contract refuses it for its length. */
const longest = 2_000

/** Nearly all names are, in lists of many. */
const isPlain = /^[!-~]+( [!-~]+)*$/

/** Blanks and joiners at both ends. A run of them is looked at once, from where it begins. */
const outer = /^[ \u200c\u200d]+|(?<![ \u200c\u200d])[ \u200c\u200d]+$/g

/** A name or title as it is kept: composed (NFC), without invisible signs, one ordinary blank between words, ordinary hyphens. */
export const keptText = (text: string): string =>
  text.length > longest || isPlain.test(text)
    ? text
    : normalized(text, 'NFC')
        .replace(invisible, '')
        .replace(/[\u2010\u2011]/g, '-')
        .replace(blanks, ' ')
        .replace(outer, '')

/** An ear tag, plate or number as it is kept: as `keptText`, in half width, with one hyphen for all dashes and the digits of the West. */
export const keptMark = (text: string): string =>
  text.length > longest
    ? text
    : westernDigits(
        keptText(normalized(text, 'NFKC'))
          .replace(dashes, '-')
          .replace(/[\u200c\u200d]/g, ''),
      )

/** A code as it is compared, whether a person typed or read it aloud, or a camera read it: small letters and digits, nothing between them. */
export const foldedCode = (text: string): string =>
  text.length > longest
    ? text
    : westernDigits(normalized(text, 'NFKC'))
        .replace(/[\p{Z}\p{Cc}\p{Cf}\p{Pd}\u2212·._]/gu, '')
        .toLowerCase()

/** An e-mail address as it is compared and kept: small letters, composed, the domain as the name system knows it. */
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
