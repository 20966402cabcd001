/**
 * Reads the file of a table in a thread: ten megabytes of letters take seconds, and the database takes the table as it
 * is written here.
 */
import { maxCell, maxTableColumns, maxTableRows, type TableContent } from '#shared/forms/tables/formTable.ts'
import { csvLines } from '../../lib/spreadsheets/csvFile.ts'
import { textOf } from '../../lib/spreadsheets/textFile.ts'

/** The content of the table as JSON, or why the file is none and in which line. */
export type TableRead = { json: string } | { fault: string; values?: Record<string, number> }

export default function readTable(content: Uint8Array): TableRead {
  const { lines, quoteOpenIn } = csvLines(textOf(content).text, maxTableRows + 2)
  if (quoteOpenIn !== null) return { fault: 'quote_open', values: { line: quoteOpenIn } }
  const [head, ...rows] = lines
  const columns = head?.cells.map(cell => cell.trim()) ?? []
  while (columns.at(-1) === '') columns.pop()
  if (columns.length === 0) return { fault: 'table_empty' }
  if (columns.length > maxTableColumns) return { fault: 'table_too_wide', values: { maximum: maxTableColumns } }
  const isClear =
    columns.every(column => column !== '' && column.length <= 200) && new Set(columns).size === columns.length
  if (!isClear) return { fault: 'table_headings' }
  if (rows.length > maxTableRows) return { fault: 'table_too_long', values: { maximum: maxTableRows } }
  for (const { number, cells } of rows) {
    if (cells.slice(head?.cells.length).some(cell => cell.trim() !== ''))
      return { fault: 'line_too_wide', values: { line: number } }
    if (cells.some(cell => cell.trim().length > maxCell))
      return { fault: 'cell_too_long', values: { line: number, maximum: maxCell } }
  }
  const table: TableContent = {
    columns,
    rows: rows.map(({ cells }) => columns.map((_, index) => (cells[index] ?? '').trim())),
  }
  return { json: JSON.stringify(table) }
}
