/**
 * Reads files of text as lines of cells, parted by commas, semicolons or tabs, in quotes where they need them (RFC
 * 4180). It is our own because a parser that repairs a quotation mark left open would swallow the lines after it.
 */

/** `number` is what a spreadsheet shows beside the line: lines with nothing in them count, and are left out. */
export type CsvLine = { number: number; cells: string[] }
export type CsvFile = { lines: CsvLine[]; quoteOpenIn: null } | { lines: CsvLine[]; quoteOpenIn: number }

const separators = [',', ';', '\t']

/** The lines of a text, no more than `most` of them. */
export function csvLines(text: string, most: number): CsvFile {
  const { separator, begins } = separatorOf(text)
  const lines: CsvLine[] = []
  let [cells, quoted, number] = [[] as string[], '', begins === 0 ? 1 : 2]
  let state: 'plain' | 'quoted' | 'closed' = 'plain'
  // Where the cell begins, in quotes behind them. Cells are cut out whole: put together letter by letter, one of nine
  // megabytes takes 300.
  let from = begins
  const endCell = (end: number) => {
    cells.push(state === 'closed' ? quoted : text.slice(from, end))
    from = end + 1
    state = 'plain'
  }
  const endLine = (end: number) => {
    endCell(end)
    if (cells.some(one => one.trim() !== '')) lines.push({ number, cells })
    cells = []
    number++
  }
  for (let at = begins; at < text.length && lines.length < most; at++) {
    const sign = text.charAt(at)
    if (state === 'quoted') {
      if (sign !== '"') continue
      if (text.charAt(at + 1) === '"') at++
      else {
        quoted = text.slice(from, at).replaceAll('""', '"')
        if (swallowsLines(quoted, separator, lines[0]?.cells.length ?? 0)) return { lines, quoteOpenIn: number }
        state = 'closed'
      }
    } else if (sign === separator) endCell(at)
    else if (sign === '\n' || sign === '\r') {
      endLine(at)
      if (sign === '\r' && text.charAt(at + 1) === '\n') from = ++at + 1
    } else if (state === 'closed') {
      if (sign.trim() !== '') return { lines, quoteOpenIn: number }
    } else if (sign === '"' && isBlank(text, from, at)) {
      from = at + 1
      state = 'quoted'
    }
  }
  if (lines.length === most) return { lines, quoteOpenIn: null }
  if (state === 'quoted') return { lines, quoteOpenIn: number }
  if (state === 'closed' || from < text.length || cells.length > 0) endLine(text.length)
  return { lines, quoteOpenIn: null }
}

/** Whether a cell has only blanks before `end`; searched backwards, where a letter is found at once. */
function isBlank(text: string, from: number, end: number): boolean {
  let at = end - 1
  while (at >= from && text.charAt(at).trim() === '') at--
  return at < from
}

/**
 * Whether a cell holds lines of the table: each has as many separators as the headings. A text of several lines has
 * not.
 */
function swallowsLines(cell: string, separator: string, width: number): boolean {
  if (width < 2) return false
  const inner = cell.split(/\r\n|[\r\n]/).slice(1, -1)
  return inner.length >= (width > 2 ? 2 : 5) && inner.every(line => line.split(separator).length === width)
}

/**
 * Names the separator in a first line of its own (`sep=;`) or else the one that parts the headings most, outside of
 * quotes.
 */
function separatorOf(text: string): { separator: string; begins: number } {
  const begins = text.startsWith('\uFEFF') ? 1 : 0
  const named = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text.slice(begins, begins + 10))
  if (named?.[1]) return { separator: named[1], begins: begins + named[0].length }
  const beginning = text.slice(begins, begins + 20_000)
  // A quotation mark ends a cell only where no second one follows: read in one way alone, it takes no longer than the
  // text is.
  const quoted = /^(?:"(?:[^"]|"")*"(?!")|[^"\r\n])*(?=[\r\n]|$)/.exec(beginning)?.[0]
  const head = quoted ?? /^[^\r\n]*/.exec(beginning)?.[0] ?? ''
  const bare = head.replace(/"(?:[^"]|"")*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  const separator = separators.reduce((best, one) => (count(one) > count(best) ? one : best))
  return { separator, begins }
}
