import { foldedEmail } from '../lib/folding.ts'
import { columnsOf, isEmailHeading, type ListColumns } from './listHeadings.ts'

/**
 * A pasted list of people, or the text of a CSV file: an address a line, behind it optionally a role, and behind that
 * where the person works. Commas, semicolons and tabs part the cells; a line of addresses only is as many people, and
 * so is what mail programs copy: `Kis, Anna <anna@farm.example>; Bo <bo@farm.example>`. A first line of column names
 * says what the cells of the others are.
 */
type PastedPerson = {
  line: number
  /** The line, with the role and the places behind the address, also where columns had another order. */
  text: string
  email: string | null
  role: string | null
  /** Names of locations, groups and vehicles. */
  places: string[]
}

/** The longest list that is taken at once. */
export const maxLines = 200

/** Columns that are named at most. */
const maxUnread = 20

/** The headings of a list whose columns are not read, so that a place or role in one of them counts for nothing. */
export function unreadColumnsIn(text: string): string[] {
  const [first = ''] = text.split(newLine, 1)
  const isHeaded = isHeading(partsOf(first.trim(), separators))
  return isHeaded ? columnsOf(first, partsOf).unread.slice(0, maxUnread) : []
}

/** The people of a list, a line each. */
export function peopleIn(text: string): PastedPerson[] {
  let columns: ListColumns | undefined
  return text.split(newLine).flatMap((raw, index) => {
    const shown = raw.trim()
    const line = index + 1
    const cells = partsOf(shown, separators)
    if (!shown || cells.every(cell => cell === '')) return []
    if (index === 0 && isHeading(cells)) {
      columns = columnsOf(raw, partsOf)
      return []
    }
    const inColumns = columns && personIn(raw, columns)
    if (inColumns) return [{ line, ...inColumns }]
    const inBrackets = shown.match(bracketed) ?? []
    const people = inBrackets.length > 0 ? addressesIn(shown) : []
    if (people.length > 1) return people.map(({ text, email }) => ({ line, text, email, role: null, places: [] }))
    // A comma in the name before the only address parts no cells.
    const [only] = inBrackets
    if (only) {
      const rest = partsOf(shown.slice(shown.indexOf(only) + only.length), separators)
      return [{ line, text: shown, email: addressIn(only), ...workIn(rest.slice(1)) }]
    }
    const addresses = cells.filter(cell => cell.includes('@'))
    if (addresses.length > 1 && addresses.length === cells.filter(Boolean).length)
      return addresses.map(address => ({ line, text: address, email: addressIn(address), role: null, places: [] }))
    const at = cells.findIndex(cell => cell.includes('@'))
    return [{ line, text: shown, email: addressIn(cells[at]), ...workIn(at < 0 ? [] : cells.slice(at + 1)) }]
  })
}

const newLine = /\r\n|\r|\n/

/** The role and the places of the cells behind an address. */
const workIn = ([role, ...places]: string[]) => ({ role: role || null, places: places.flatMap(namesIn) })

/** A cell may hold several places. */
const namesIn = (cell: string) => partsOf(cell, ';؛').filter(Boolean)

/** Somebody of a table with headings. Nothing where the line does not follow them. */
function personIn(raw: string, { separator, email, role, places, isLast }: ListColumns) {
  const cells = partsOf(raw, raw.includes(separator) ? separator : separators)
  const address = cells[email] ?? ''
  if (cells.filter(cell => cell.includes('@')).length !== 1 || !address.includes('@')) return undefined
  // Cells behind the last column belong to it where that holds places.
  const isPlace = (at: number) => places.includes(at) || (isLast && at > Math.max(...places))
  const work = workIn([cells[role] ?? '', ...cells.filter((_, at) => isPlace(at))])
  const others = cells.filter((cell, at) => cell && at !== email && at !== role && !isPlace(at))
  const behind = work.places.length > 0 ? [work.role ?? '', ...work.places] : [work.role ?? ''].filter(Boolean)
  return { text: [...others, address, ...behind].map(quoted).join('; '), email: addressIn(address), ...work }
}

const quoted = (cell: string) => (/[,;،؛\t"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const separators = ',;،؛\t'

/** Parts a line at any of these signs that is not between quotation marks. */
function partsOf(line: string, signs: string): string[] {
  const parts: string[] = []
  let [begin, isQuoted, isBlank] = [0, false, true]
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (sign === '"' && isQuoted && line.charAt(at + 1) === '"') at++
    else if (sign === '"' && (isQuoted || isBlank)) isQuoted = !isQuoted
    else if (!isQuoted && signs.includes(sign)) {
      parts.push(line.slice(begin, at))
      begin = at + 1
      isBlank = true
      continue
    }
    if (sign.trim() !== '') isBlank = false
  }
  // A mark that nothing closes means nothing.
  if (isQuoted) return line.split(new RegExp(`[${signs}]`)).map(bare)
  return [...parts, line.slice(begin)].map(cell => without("'", without('"', cell)))
}

/** A cell without blanks around it, and without the marks if it is between two of them. */
function without(mark: string, cell: string): string {
  const text = cell.trim()
  const isBetween = text.length > 1 && text.startsWith(mark) && text.endsWith(mark)
  return isBetween
    ? text
        .slice(1, -1)
        .replaceAll(mark + mark, mark)
        .trim()
    : text
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

const isHeading = (cells: string[]) => !cells.some(cell => cell.includes('@')) && cells.some(isEmailHeading)

const addressIn = (cell: string | undefined): string | null =>
  cell === undefined ? null : foldedEmail((cell.match(/<([^<>]+)>/)?.[1] ?? cell).trim().replace(/^mailto:/i, ''))
