/**
 * Reads the file of an import in a thread: its headings, and its lines in portions that the database takes as they are.
 */
import { maxImportedColumns, maxImportedLines } from '#shared/exports/rules.ts'
import type { Encoding } from '#shared/lib/fileKinds.ts'
import { decimalSignOf } from '#shared/lib/numbers.ts'
import { dayOrderOf } from '#shared/lib/parseDay.ts'
import { Problem, type ProblemCode } from '#shared/lib/problem.ts'
import { checkedWorkbook } from '../lib/spreadsheets/archive.ts'
import { csvLines } from '../lib/spreadsheets/csvFile.ts'
import { isOldWorkbook, library, rowsOf } from '../lib/spreadsheets/sheetRows.ts'
import { textOf } from '../lib/spreadsheets/textFile.ts'
import { icarAnimals, isJson } from './icarFile.ts'
import type { ColumnReading } from './table.ts'

/** Animals may come as JSON too (`icarFile.ts`). */
export type ToRead = { content: Uint8Array; encoding: Encoding | undefined; areAnimals: boolean }
export type FileRead =
  /** Each portion is JSON: numbers of lines with their cells, and what is typed in those of a workbook. */
  | {
      encoding: Encoding | null
      headings: string[]
      readings: ColumnReading[]
      samples: string[]
      lines: number
      portions: string[]
    }
  | { fault: string; values: Record<string, number> }
  | { problem: ProblemCode }

type Line = [number: number, cells: string[], typed: string[] | null]

const linesInPortion = 1_000
/** One more than any field takes, so that what is cut is refused. */
const maxCell = 20_001
/** Fifty thousand lines with ten cells each. */
const maxUnpacked = 96 * 1024 * 1024
/** Numbers and days are no longer. */
const maxFigure = 40

export default async function read({ content, encoding, areAnimals }: ToRead): Promise<FileRead> {
  try {
    const isWorkbook = isOldWorkbook(content) || (content[0] === 0x50 && content[1] === 0x4b)
    return isWorkbook ? await fromWorkbook(content) : fromText(content, encoding, areAnimals)
  } catch (error) {
    // Of an error that goes from one thread to another only the message is left.
    if (!(error instanceof Problem)) throw error
    return { problem: error.code }
  }
}

/** A line with more cells than the line of headings keeps them, and is faulty later: they are shifted. */
function fromText(content: Uint8Array, wanted: Encoding | undefined, areAnimals: boolean): FileRead {
  const { text, encoding } = textOf(content, wanted)
  if (areAnimals && isJson(text)) return fromIcar(text)
  const { lines, quoteOpenIn } = csvLines(text, maxImportedLines + 2)
  if (quoteOpenIn !== null) return { fault: 'quote_open', values: { line: quoteOpenIn } }
  const [head, ...rows] = lines
  const headings = withoutEnd(head?.cells ?? []).map(cell => cell.slice(0, 200))
  const most = headings.length + maxImportedColumns
  const width = head?.cells.length ?? 0
  return portioned(
    encoding,
    headings,
    rows.map(({ number, cells }): Line => {
      const all = withoutEnd(cells)
      const given = all.slice(0, all.length > width ? most : headings.length)
      return [number, [...given, ...Array<string>(Math.max(0, headings.length - given.length)).fill('')], null]
    }),
  )
}

/** Animals that another program sends. A resource is a line, of which the first comes behind the headings. */
function fromIcar(text: string): FileRead {
  const found = icarAnimals(text)
  if (!found) return { fault: 'no_animals', values: {} }
  const { headings, lines } = found
  const cut = (cell: string) => cell.trim().slice(0, maxCell).toWellFormed()
  return portioned(
    null,
    headings,
    lines.map((cells, at): Line => [at + 2, cells.map(cut), null]),
  )
}

/** Cells without the empty ones at their end. */
function withoutEnd(cells: string[]): string[] {
  const kept = cells.map(cell => cell.trim().slice(0, maxCell).toWellFormed())
  return kept.slice(0, kept.findLastIndex(cell => cell !== '') + 1)
}

async function fromWorkbook(content: Uint8Array): Promise<FileRead> {
  const checked = isOldWorkbook(content) ? content : checkedWorkbook(content, maxUnpacked)
  const { read: readBook, SSF } = await library()
  const book = (() => {
    try {
      return readBook(checked, {
        ...{ type: 'array', sheets: 0, dense: true, cellDates: true, UTC: true, cellNF: true },
        ...{ cellFormula: false, cellHTML: false, cellText: false, sheetRows: maxImportedLines + 2 },
      })
    } catch {
      throw new Problem('file_type_refused')
    }
  })()
  const [head, ...rows] = rowsOf(book.Sheets[book.SheetNames[0] ?? ''], SSF.format)
  if (!head) return { fault: 'table_empty', values: {} }
  const width = Math.max(...head.cells.keys()) + 1
  const headings = Array.from({ length: width }, (_, column) => head.cells.get(column)?.trim() ?? '')
  const cut = (text: string | undefined) => (text ?? '').trim().slice(0, maxCell).toWellFormed()
  return portioned(
    null,
    headings,
    rows.map(({ number, cells, typed }): Line => {
      const columns = [...headings.keys()]
      return [number, columns.map(at => cut(cells.get(at))), typed?.size ? columns.map(at => cut(typed.get(at))) : null]
    }),
  )
}

function portioned(encoding: Encoding | null, headings: string[], lines: Line[]): FileRead {
  if (headings.length > maxImportedColumns) return { fault: 'table_too_wide', values: { maximum: maxImportedColumns } }
  if (lines.length > maxImportedLines) return { fault: 'table_too_long', values: { maximum: maxImportedLines } }
  if (headings.length === 0 || lines.length === 0) return { fault: 'table_empty', values: {} }
  const samples = headings.map((_, column) => lines.find(([, cells]) => cells[column])?.[1][column] ?? '')
  const portions = Array.from({ length: Math.ceil(lines.length / linesInPortion) }, (_, at) =>
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    JSON.stringify(lines.slice(at * linesInPortion, (at + 1) * linesInPortion)).replaceAll('\\u0000', ''),
  )
  return {
    ...{ encoding, headings, portions, lines: lines.length },
    readings: headings.map((_, column) => readingOf(lines, column)),
    samples: samples.map(sample => sample.slice(0, 100)),
  }
}

/** How a column writes numbers and days: what a workbook has typed says nothing of it. */
function readingOf(lines: Line[], column: number): ColumnReading {
  function* figures() {
    for (const [, cells, typed] of lines) {
      const cell = cells[column] ?? ''
      if (cell.length <= maxFigure && !typed?.[column] && /[-.,/،]/.test(cell)) yield cell
    }
  }
  const [decimal, dayOrder] = [decimalSignOf(figures()), dayOrderOf(figures())]
  return { ...(decimal && { decimal }), ...(dayOrder && { dayOrder }) }
}
