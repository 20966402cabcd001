import { foldedEmail } from '../lib/folding.ts'

/**
 * A pasted list of people, or the text of a CSV file: an address a line, behind it optionally a role. Commas,
 * semicolons and tabs part the cells; a line of addresses only is as many people, and so is what mail programs copy:
 * `Kis, Anna <anna@farm.example>; Bo <bo@farm.example>`. A first line of column names is passed over.
 */
type PastedPerson = { line: number; text: string; email: string | null; role: string | null }

/** The longest list that is taken at once. */
export const maxLines = 200

export function peopleIn(text: string): PastedPerson[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const shown = raw.trim()
    const inBrackets = shown.match(bracketed) ?? []
    const people = inBrackets.length > 0 ? addressesIn(shown) : []
    if (people.length > 1) return people.map(({ text, email }) => ({ line: index + 1, text, email, role: null }))
    const cells = shown.split(/[,;\t]/).map(bare)
    if (!shown || cells.every(cell => cell === '') || (index === 0 && isHeading(cells))) return []
    const line = index + 1
    // A comma in the name before the only address parts no cells.
    const [only] = inBrackets
    if (only) {
      const role = shown.slice(shown.indexOf(only) + only.length).split(/[,;\t]/)[1]
      return [{ line, text: shown, email: addressIn(only), role: bare(role ?? '') || null }]
    }
    const addresses = cells.filter(cell => cell.includes('@'))
    if (addresses.length > 1 && addresses.length === cells.filter(Boolean).length)
      return addresses.map(address => ({ line, text: address, email: addressIn(address), role: null }))
    const at = cells.findIndex(cell => cell.includes('@'))
    return [{ line, text: shown, email: addressIn(cells[at]), role: (at >= 0 && cells[at + 1]) || null }]
  })
}

/** A run of blanks and quotation marks is looked at once, from where it begins. */
const bare = (cell: string) => withoutEnd(cell.replace(/^[\s"']+/, ''))
const withoutEnd = (text: string) => text.replace(/(?<![\s"'])[\s"']+$/, '')

const bracketed = /<(?:mailto:)?\s*[^<>\s@]+@[^<>\s]+\s*>/gi

/** Addresses of a line with the names before them; an address directly before another one in brackets is its name. */
function addressesIn(line: string): { text: string; email: string }[] {
  const found: { text: string; email: string }[] = []
  const add = (text: string, address: string) =>
    found.push({ text: text.replace(/^[\s,;]+/, '').trim(), email: addressIn(address) ?? '' })
  let begin = 0
  for (const { index, 0: whole } of [...line.matchAll(bracketed), { index: line.length, 0: '' }]) {
    const before = line.slice(begin, index)
    const end = withoutEnd(before).length
    let name = Math.max(before.lastIndexOf(';'), before.lastIndexOf('\t')) + 1
    for (const { index: at, 0: word } of before.matchAll(/"[^"]*"|[^\s,;"'<>]+/g)) {
      const isName = whole !== '' && at + word.length >= end
      if (word.startsWith('"') || !/[^@]@[^@]/.test(word) || isName) continue
      add(word, word)
      name = Math.max(name, at + word.length)
    }
    if (whole) add(before.slice(name) + whole, whole)
    begin = index + whole.length
  }
  return found
}

const isHeading = (cells: string[]) => !cells.some(cell => cell.includes('@')) && /mail/i.test(cells.join(' '))

const addressIn = (cell: string | undefined): string | null =>
  cell === undefined ? null : foldedEmail((cell.match(/<([^<>]+)>/)?.[1] ?? cell).trim().replace(/^mailto:/i, ''))
