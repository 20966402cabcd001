/**
 * Files of text as lines of cells, parted by commas, semicolons or tabs, in quotes where they need them (RFC 4180). Nothing is repaired: a
 * quotation mark that is not closed before the next cell ends the reading with the line that it is in, because it swallows the lines after it.
 */

/** `number` is what a spreadsheet shows beside the line: lines with nothing in them count, and are left out. */
export type CsvLine = { number: number; cells: string[] }
export type CsvFile = { lines: CsvLine[]; quoteOpenIn: null } | { lines: CsvLine[]; quoteOpenIn: number }

const separators = [',', ';', '\t']

/** The lines of a text, no more than `most` of them. */
export function csvLines(text: string, most: number): CsvFile {
  const { separator, begins } = separatorOf(text)
  const lines: CsvLine[] = []
  let [cells, cell, number] = [[] as string[], '', begins === 0 ? 1 : 2]
  let state: 'plain' | 'quoted' | 'closed' = 'plain'
  // Told by each sign: to look at a long cell again at each of its quotation marks takes minutes.
  let isBlank = true
  const endCell = () => {
    cells.push(cell)
    cell = ''
    isBlank = true
    state = 'plain'
  }
  const endLine = () => {
    endCell()
    if (cells.some(one => one.trim() !== '')) lines.push({ number, cells })
    cells = []
    number++
  }
  for (let at = begins; at < text.length && lines.length < most; at++) {
    const sign = text.charAt(at)
    if (state === 'quoted') {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else if (swallowsLines(cell, separator, lines[0]?.cells.length ?? 0)) return { lines, quoteOpenIn: number }
      else state = 'closed'
    } else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(at + 1) === '\n') at++
      endLine()
    } else if (state === 'closed') {
      if (sign.trim() !== '') return { lines, quoteOpenIn: number }
    } else if (sign === '"' && isBlank) {
      cell = ''
      state = 'quoted'
    } else {
      cell += sign
      isBlank &&= sign.trim() === ''
    }
  }
  if (state === 'quoted' && lines.length < most) return { lines, quoteOpenIn: number }
  if (cell !== '' || cells.length > 0) endLine()
  return { lines, quoteOpenIn: null }
}

/** Whether a cell holds lines of the table: each has as many separators as the headings. A text of several lines has not. */
function swallowsLines(cell: string, separator: string, width: number): boolean {
  if (width < 2) return false
  const inner = cell.split(/\r\n|[\r\n]/).slice(1, -1)
  return inner.length >= (width > 2 ? 2 : 5) && inner.every(line => line.split(separator).length === width)
}

/** Names the separator in a first line of its own (`sep=;`) or else the one that parts the headings most, outside of quotes. */
function separatorOf(text: string): { separator: string; begins: number } {
  const begins = text.startsWith('\uFEFF') ? 1 : 0
  const named = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text.slice(begins, begins + 10))
  if (named?.[1]) return { separator: named[1], begins: begins + named[0].length }
  const beginning = text.slice(begins, begins + 20_000)
  // A quotation mark ends a cell only where no second one follows: read in one way alone, it takes no longer than the text is.
  const quoted = /^(?:"(?:[^"]|"")*"(?!")|[^"\r\n])*(?=[\r\n]|$)/.exec(beginning)?.[0]
  const head = quoted ?? /^[^\r\n]*/.exec(beginning)?.[0] ?? ''
  const bare = head.replace(/"(?:[^"]|"")*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  const separator = separators.reduce((best, one) => (count(one) > count(best) ? one : best))
  return { separator, begins }
}
