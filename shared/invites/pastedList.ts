import { foldedEmail } from '../lib/folding.ts'

/**
 * A pasted list of people, or the text of a CSV file: an address a line, behind it optionally a role. Commas, semicolons and tabs part
 * the cells; a line of addresses only is as many people, and so is what mail programs copy: `Kis, Anna <anna@farm.example>; Bo <bo@farm.example>`.
 * A first line of column names is passed over.
 */
export type PastedPerson = { line: number; text: string; email: string | null; role: string | null }

/** The longest list that is taken at once. */
export const mostLines = 200

export function peopleIn(text: string): PastedPerson[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const shown = raw.trim()
    const copied = [...shown.matchAll(/<(?:mailto:)?\s*([^<>\s]+@[^<>\s]+)\s*>/gi)]
    if (copied.length > 1 || (copied.length === 1 && addressesBeside(shown).length > 0))
      return addressesIn(shown).map(({ text, email }) => ({ line: index + 1, text, email, role: null }))
    const cells = shown.split(/[,;\t]/).map(bare)
    if (!shown || cells.every(cell => cell === '') || (index === 0 && isHeading(cells))) return []
    const line = index + 1
    // A comma in the name before the only address parts no cells.
    const [only] = copied
    if (only) {
      const role = shown.slice(only.index + only[0].length).split(/[,;\t]/)[1]
      return [{ line, text: shown, email: addressIn(only[0]), role: bare(role ?? '') || null }]
    }
    const addresses = cells.filter(cell => cell.includes('@'))
    if (addresses.length > 1 && addresses.length === cells.filter(Boolean).length)
      return addresses.map(address => ({ line, text: address, email: addressIn(address), role: null }))
    const at = cells.findIndex(cell => cell.includes('@'))
    return [{ line, text: shown, email: addressIn(cells[at]), role: (at >= 0 && cells[at + 1]) || null }]
  })
}

const bare = (cell: string) => cell.replace(/^[\s"']+|[\s"']+$/g, '')

/** The addresses of a line that are not in angle brackets. */
const addressesBeside = (line: string) => line.replace(/<[^<>]*>/g, ' ').match(/[^\s,;"'<>]+@[^\s,;"'<>]+/g) ?? []

/** Each address of a line with the name before it. */
function addressesIn(line: string): { text: string; email: string }[] {
  const found = line.matchAll(/([^<>;\t]*)<([^<>]+@[^<>]+)>|([^\s,;"'<>]+@[^\s,;"'<>]+)/g)
  return [...found].map(([whole, , inBrackets, alone]) => ({
    text: whole.replace(/^[\s,;]+/, '').trim(),
    email: addressIn(inBrackets ?? alone) ?? '',
  }))
}

const isHeading = (cells: string[]) => !cells.some(cell => cell.includes('@')) && /mail/i.test(cells.join(' '))

const addressIn = (cell: string | undefined): string | null =>
  cell === undefined ? null : foldedEmail((cell.match(/<([^<>]+)>/)?.[1] ?? cell).trim().replace(/^mailto:/i, ''))
