import { foldedEmail } from '../lib/folding.ts'

/**
 * A pasted list of people, or the text of a CSV file: an address a line, behind it optionally a role. Commas, semicolons and tabs part
 * the cells; a line of addresses only is as many people; `Anna Kis <anna@farm.example>` is understood, and a first line of column
 * names is passed over.
 */
export type PastedPerson = { line: number; text: string; email: string | null; role: string | null }

/** The longest list that is taken at once. */
export const mostLines = 200

export function peopleIn(text: string): PastedPerson[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const shown = raw.trim()
    const cells = shown.split(/[,;\t]/).map(cell => cell.replace(/^\s*"?|"?\s*$/g, ''))
    if (!shown || cells.every(cell => cell === '') || (index === 0 && isHeading(cells))) return []
    const line = index + 1
    const addresses = cells.filter(cell => cell.includes('@'))
    if (addresses.length > 1 && addresses.length === cells.filter(Boolean).length)
      return addresses.map(address => ({ line, text: address, email: addressIn(address), role: null }))
    const at = cells.findIndex(cell => cell.includes('@'))
    return [{ line, text: shown, email: addressIn(cells[at]), role: (at >= 0 && cells[at + 1]) || null }]
  })
}

const isHeading = (cells: string[]) => !cells.some(cell => cell.includes('@')) && /mail/i.test(cells.join(' '))

const addressIn = (cell: string | undefined): string | null =>
  cell === undefined ? null : foldedEmail(cell.match(/<([^<>]+)>/)?.[1] ?? cell)
