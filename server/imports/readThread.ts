/** Reads the file of an import in a thread: its headings, and its lines in portions that the database takes as they are. */
import { tableFrom } from '#shared/forms/tables/csv.ts'
import { mostImportedColumns, mostImportedLines } from '#shared/imports/options.ts'
import { Problem, type ProblemCode } from '#shared/lib/problem.ts'
import { checkedWorkbook } from '../lib/spreadsheets/archive.ts'
import { isOldWorkbook, library, rowsOf } from '../lib/spreadsheets/sheetRows.ts'
import { textOf } from '../lib/spreadsheets/textFile.ts'

export type FileRead =
  /** Each portion is JSON: numbers of lines with their cells. */
  | { headings: string[]; samples: string[]; lines: number; portions: string[] }
  | { fault: string; maximum: number }
  | { problem: ProblemCode }

type Line = [number: number, cells: string[]]

const linesInPortion = 1_000
const longestCell = 2_000
/** Fifty thousand lines with ten cells each. */
const mostUnpacked = 96 * 1024 * 1024

export default async function read(content: Uint8Array): Promise<FileRead> {
  try {
    const isWorkbook = isOldWorkbook(content) || (content[0] === 0x50 && content[1] === 0x4b)
    return isWorkbook ? await fromWorkbook(content) : fromText(content)
  } catch (error) {
    // Of an error that goes from one thread to another only the message is left.
    if (!(error instanceof Problem)) throw error
    return { problem: error.code }
  }
}

function fromText(content: Uint8Array): FileRead {
  const table = tableFrom(textOf(content))
  if ('fault' in table)
    return { fault: table.fault, maximum: table.fault === 'table_too_wide' ? mostImportedColumns : mostImportedLines }
  return portioned(
    table.columns,
    table.rows.map((cells, index): Line => [index + 2, cells.map(cell => cell.toWellFormed())]),
  )
}

async function fromWorkbook(content: Uint8Array): Promise<FileRead> {
  const checked = isOldWorkbook(content) ? content : checkedWorkbook(content, mostUnpacked)
  const { read: readBook } = await library()
  const book = (() => {
    try {
      return readBook(checked, {
        ...{ type: 'array', sheets: 0, dense: true, cellDates: true, UTC: true },
        ...{ cellFormula: false, cellHTML: false, cellText: false, sheetRows: mostImportedLines + 2 },
      })
    } catch {
      throw new Problem('file_type_refused')
    }
  })()
  const [head, ...rows] = rowsOf(book.Sheets[book.SheetNames[0] ?? ''])
  if (!head) return { fault: 'table_empty', maximum: 0 }
  const width = Math.max(...head.cells.keys()) + 1
  const headings = Array.from({ length: width }, (_, column) => head.cells.get(column)?.trim() ?? '')
  return portioned(
    headings,
    rows.map(
      ({ number, cells }): Line => [
        number,
        headings.map((_, column) => (cells.get(column) ?? '').trim().slice(0, longestCell).toWellFormed()),
      ],
    ),
  )
}

function portioned(headings: string[], lines: Line[]): FileRead {
  if (headings.length > mostImportedColumns) return { fault: 'table_too_wide', maximum: mostImportedColumns }
  if (lines.length > mostImportedLines) return { fault: 'table_too_long', maximum: mostImportedLines }
  if (lines.length === 0) return { fault: 'table_empty', maximum: 0 }
  const samples = headings.map((_, column) => lines.find(([, cells]) => cells[column])?.[1][column] ?? '')
  const portions = Array.from({ length: Math.ceil(lines.length / linesInPortion) }, (_, at) =>
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    JSON.stringify(lines.slice(at * linesInPortion, (at + 1) * linesInPortion)).replaceAll('\\u0000', ''),
  )
  return { headings, samples: samples.map(sample => sample.slice(0, 100)), lines: lines.length, portions }
}
